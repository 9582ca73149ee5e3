// Nothing: the C target includes libxml2's own headers.
