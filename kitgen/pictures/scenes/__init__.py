"""What each picture shows: from a kit's manifest to scenes, without drawing anything."""
