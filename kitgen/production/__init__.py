"""Making what the kit lists, each unique thing once: from the cache, or on all cores."""
