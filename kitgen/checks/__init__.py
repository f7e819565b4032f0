"""Questions asked of the written files of a kit, one a module; `written` reads the files."""
