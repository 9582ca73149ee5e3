#pragma once

// An entry point of the Swift runtime that the language does not offer (docs/Runtime.md of the Swift
// project). The object's memory must be valid; it may be about to be deallocated.

/// Adds a strong reference to a Swift object and returns it; NULL, and nothing is added, once the
/// object has lost its last one, even where its deinitialiser is still running.
void *_Nullable swift_tryRetain(void *_Nonnull object);
