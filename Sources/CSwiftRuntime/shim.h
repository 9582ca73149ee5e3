#pragma once

// An entry point of the Swift runtime that the language does not expose (docs/Runtime.md of the
// Swift project). The object's memory must be valid; the object may be about to be deallocated.

/// Adds a strong reference to a Swift object and returns the object. Returns NULL and adds nothing
/// if the object has lost its last strong reference, even if its deinitialiser is still running.
void *_Nullable swift_tryRetain(void *_Nonnull object);
