// Shared by the drivers that grant a folder: a scratch place with one to be written, one within it
// to be read, links that lead everywhere, and what lies outside and must stay as it is.
#ifndef FUZZ_WORLD_H
#define FUZZ_WORLD_H

#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/xalloc.h"
#include "tool/files/folders.h"

static struct {
    char top[40];
    int at;          // it; the current folder stays what it is
    char secret[33]; // nobody can guess what is in the file outside
    struct stat outside, within, file, keep, kept;
    struct sa_folders folders; // top/work:rw, top/work/p/keep
} world;

static int world_remove(const char *path, const struct stat *st, int kind, struct FTW *at)
{
    (void)st, (void)kind, (void)at;
    return remove(path);
}

static void world_clear(const char *path)
{
    struct stat st;
    if (lstat(path, &st)) return;
    SA_CHECK(nftw(path, world_remove, 20, FTW_DEPTH | FTW_PHYS) == 0);
}

static void world_end(void)
{
    world_clear(world.top);
}

static char *world_path(const char *name)
{
    return sa_xasprintf("%s/%s", world.top, name);
}

static void world_folder(const char *name)
{
    SA_CHECK(mkdirat(world.at, name, 0700) == 0);
}

static void world_put(const char *name, const char *text)
{
    int fd = openat(world.at, name, O_WRONLY | O_CREAT | O_EXCL, 0600);
    SA_CHECK(fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text));
    close(fd);
}

static void world_begin(void)
{
    unsigned char bits[16];
    snprintf(world.top, sizeof world.top, "/tmp/fuzz-world-XXXXXX");
    SA_CHECK(mkdtemp(world.top) && sa_random_bytes(bits, sizeof bits));
    world.at = open(world.top, O_PATH | O_DIRECTORY);
    for (size_t i = 0; i < sizeof bits; i++) snprintf(world.secret + 2 * i, 3, "%02x", bits[i]);
    world_folder("outside"), world_folder("outside/d");
    world_put("outside/f", world.secret);
    SA_CHECK(!fstatat(world.at, "outside", &world.outside, 0));
    SA_CHECK(!fstatat(world.at, "outside/d", &world.within, 0));
    SA_CHECK(!fstatat(world.at, "outside/f", &world.file, 0));
    atexit(world_end);
}

// As it is before each input.
static inline void world_fill(void)
{
    static const char *const links[][2] = {
        {"../outside", "work/out"},    {"d", "work/in"},   {"..", "work/up"},
        {"loop", "work/loop"},         {"/", "work/root"}, {"p/keep", "work/k"},
        {"../outside/new", "work/new"}};
    if (!world.top[0]) world_begin();
    sa_folders_release(&world.folders);
    SA_AUTO_FREE char *work = world_path("work"), *rw = world_path("work:rw");
    SA_AUTO_FREE char *keep = world_path("work/p/keep"), *secret = world_path("outside/f");
    world_clear(work);
    world_folder("work"), world_folder("work/d");
    world_folder("work/p"), world_folder("work/p/keep");
    world_put("work/a", "some text\n");
    world_put("work/d/b", "more\n");
    world_put("work/p/keep/f", "kept");
    for (size_t i = 0; i < sizeof links / sizeof *links; i++)
        SA_CHECK(symlinkat(links[i][0], world.at, links[i][1]) == 0);
    SA_CHECK(!symlinkat(secret, world.at, "work/abs") && !mkfifoat(world.at, "work/fifo", 0600));
    const char *const grants[] = {rw, keep, NULL};
    struct sa_err err = SA_ERR_INIT;
    SA_CHECK(sa_folders_open(&world.folders, grants, &err) == 0);
    SA_CHECK(!fstat(world.folders.items[1].fd, &world.keep));
    SA_CHECK(!fstatat(world.folders.items[1].fd, "f", &world.kept, 0));
}

static void world_same(int folder, const char *name, const struct stat *was)
{
    struct stat is;
    SA_CHECK(!fstatat(folder, name, &is, AT_EMPTY_PATH));
    SA_CHECK(was->st_ino == is.st_ino && was->st_mode == is.st_mode);
    SA_CHECK(was->st_nlink == is.st_nlink && was->st_size == is.st_size);
    SA_CHECK(was->st_mtim.tv_sec == is.st_mtim.tv_sec &&
             was->st_mtim.tv_nsec == is.st_mtim.tv_nsec);
}

static size_t world_count(const char *folder)
{
    size_t n = 0;
    SA_AUTO_FREE char *path = world_path(folder);
    DIR *dir = opendir(path);
    while (dir && readdir(dir)) n++;
    SA_CHECK(dir && !closedir(dir));
    return n - 2; // itself and what it lies in
}

// Nothing outside is another, nor what is to be read alone, wherever it is by now.
static inline void world_check(void)
{
    SA_CHECK(world_count(".") == 2 && world_count("outside") == 2);
    world_same(world.at, "outside", &world.outside);
    world_same(world.at, "outside/d", &world.within);
    world_same(world.at, "outside/f", &world.file);
    world_same(world.folders.items[1].fd, "", &world.keep);
    world_same(world.folders.items[1].fd, "f", &world.kept);
}

// Is the secret in what came back?
static inline bool world_leaks(const char *data, size_t len)
{
    return data && memmem(data, len, world.secret, strlen(world.secret)) != NULL;
}

#endif
