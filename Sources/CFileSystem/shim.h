#pragma once

// Linux calls that Swift's module of the C library omits.
#ifdef __linux__

#include <sys/inotify.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <unistd.h>

/// Renames a file within a folder; fails with EEXIST if the new name is taken.
static inline int rename_without_replacing(
    int folder, const char *_Nonnull old_name, const char *_Nonnull new_name) {
  return (int)syscall(SYS_renameat2, folder, old_name, folder, new_name, 1u);
}

/// Returns the magic number of the file system that contains a file, or 0 if it is unknown.
static inline unsigned int file_system_kind(int descriptor) {
  struct statfs status;
  return fstatfs(descriptor, &status) == 0 ? (unsigned int)status.f_type : 0;
}

#endif
