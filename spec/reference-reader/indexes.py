def check(document, manifest, reader):
    pass
