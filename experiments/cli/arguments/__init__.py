"""Each command's arguments, a file a subject; `options` puts them together."""
