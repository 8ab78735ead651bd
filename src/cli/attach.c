// Files that go to the model itself, with a task (--attach, /attach): images and texts, told apart
// by what is in them. They are judged before a model is asked, images by the child that is locked
// in.
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/log.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "cli/attach.h"
#include "tool/web/picture.h"

// Texts stay far below any window, and requests below what servers take.
enum { TEXT_BYTES = 100000, IMAGES_BYTES = 15000000, HEAD = 4096 };

static int refuse(struct sa_err *err, const char *path, const char *what)
{
    return sa_err_set(err, SA_E_USAGE,
                      "--attach %s: %s; images (PNG, JPEG, WebP) and texts of up to %d bytes can "
                      "be attached, other files be read by code: --file or --folder",
                      path, what, TEXT_BYTES);
}

// ---- what it is --------------------------------------------------------------------------------

// Kinds that people attach and that have a name; all other data are just that.
static const char *other_kind(const char *head, size_t len)
{
    static const struct {
        size_t at;
        const char *bytes, *name;
    } kinds[] = {
        {0, "GIF8", "a GIF image"},
        {0, "%PDF-", "a PDF file"},
        {0, "II*", "a TIFF image"},
        {0, "MM", "a TIFF image"},
        {0, "PK\x03\x04", "an archive, or an office document"},
        {0, "\x1F\x8B", "compressed data"},
        {4, "ftyp", "a HEIC or AVIF image, or a video"},
        {0, "\xFF\xFE", "a text in UTF-16"},
        {0, "\xFE\xFF", "a text in UTF-16"},
    };
    for (size_t i = 0; i < SA_COUNT(kinds); i++) {
        size_t n = strlen(kinds[i].bytes);
        if (len >= kinds[i].at + n && !memcmp(head + kinds[i].at, kinds[i].bytes, n))
            return kinds[i].name;
    }
    return "binary data";
}

// Characters that no text holds; colours of terminals and page breaks do occur.
static bool is_binary(const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if ((unsigned char)text[i] < ' ' && !memchr("\t\n\r\f\b\x1B", text[i], 6)) return true;
    return len >= 5 && (!memcmp(text, "%PDF-", 5) || !memcmp(text, "\xFF\xFE", 2) ||
                        !memcmp(text, "\xFE\xFF", 2));
}

// What is no UTF-8 is read as far as it is some.
static void take_text(struct sa_attachment *x, const char *path, const char *text, size_t len)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    if (len >= 3 && !memcmp(text, "\xEF\xBB\xBF", 3)) text += 3, len -= 3;
    if (!sa_utf8_valid(text, len))
        sa_warn("--attach %s: no UTF-8 text; what is no character in it becomes U+FFFD", path);
    sa_utf8_repair(&out, text, len);
    x->text = sa_buf_take(&out, &x->len);
}

// ---- reading it --------------------------------------------------------------------------------

// Nobody is waited for here: a pipe, a device and a folder are none of it.
static int open_regular(const char *path, struct stat *st, struct sa_err *err)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0) return sa_err_set(err, SA_E_CONFIG, "--attach %s: %s", path, strerror(errno)), -1;
    if (!fstat(fd, st) && S_ISREG(st->st_mode)) return fd;
    close(fd);
    return sa_err_set(err, SA_E_CONFIG, "--attach %s: %s", path,
                      S_ISDIR(st->st_mode) ? "is a folder; attach its files one by one, or have "
                                             "the code read it: --folder"
                                           : "not a regular file"),
           -1;
}

static int read_file(int fd, const char *path, const struct stat *st, struct sa_attachment *x,
                     struct sa_err *err)
{
    char head[HEAD];
    ssize_t n = pread(fd, head, sizeof head, 0);
    if (n < 0) return sa_err_set(err, SA_E_CONFIG, "--attach %s: %s", path, strerror(errno));
    if (!n) return refuse(err, path, "an empty file");
    const char *media = sa_picture_media(head, (size_t)n);
    size_t limit = media ? SA_PICTURE_BYTES : TEXT_BYTES, len;
    if (!media && is_binary(head, (size_t)n)) return refuse(err, path, other_kind(head, (size_t)n));
    if ((uint64_t)st->st_size > limit)
        return refuse(err, path, media ? "an image of more than 32 MB" : "too long a text");
    SA_AUTO_FREE char *data = sa_fs_read_fd(fd, path, limit, &len, err);
    if (!data) return sa_err_prefix(err, "--attach");
    if (!media && is_binary(data, len)) return refuse(err, path, other_kind(data, len));
    if (!media) return take_text(x, path, data, len), SA_OK;
    x->image = (struct sa_image){.data = data, .len = len, .media = media, .asked = true};
    data = NULL;
    return SA_OK;
}

int sa_attach_read(const struct sa_config *c, const char *path, struct sa_attachment *x,
                   struct sa_err *err)
{
    struct stat st = {0};
    struct sa_buf name = SA_BUF_INIT(SA_BUF_SMALL);
    int fd = open_regular(path, &st, err);
    if (fd < 0) return err->code;
    int code = read_file(fd, path, &st, x, err);
    close(fd);
    if (!code && x->image.data && !sa_opt_images(c))
        code = sa_err_set(err, SA_E_USAGE, "--attach %s: an image, and --no-images sends none",
                          path);
    sa_utf8_printable_name(&name, path);
    x->name = sa_buf_take(&name, NULL);
    if (code) sa_attachment_release(x);
    return code;
}

int sa_attach_fit(struct sa_session *s, struct sa_attachment *x, struct sa_err *err)
{
    const struct sa_picture picture = {.data = x->image.data,
                                       .len = x->image.len,
                                       .bounds = sa_model_image_bounds(s->parts.model),
                                       .sandbox = sa_setup_sandbox(s->config),
                                       .stop = &s->stop};
    struct sa_image image;
    if (!x->image.data) return SA_OK;
    if (sa_picture_read(&picture, &image, &x->width, &x->height, err))
        return sa_err_prefix(err, "--attach %s", x->name);
    free(x->image.data);
    image.asked = true;
    x->image = image;
    return SA_OK;
}

// ---- those of the settings ---------------------------------------------------------------------

int sa_attachments_read(const struct sa_config *c, struct sa_attachments *all, struct sa_err *err)
{
    const char *const *files = sa_opt_attach(c);
    int code = SA_OK;
    for (; !code && files && *files; files++) {
        if (all->count == SA_COUNT(all->items))
            return sa_err_set(err, SA_E_USAGE, "--attach: more than %zu files",
                              SA_COUNT(all->items));
        code = sa_attach_read(c, *files, &all->items[all->count], err);
        all->count += !code;
    }
    return code;
}

int sa_attachments_fit(struct sa_session *s, struct sa_err *err)
{
    size_t bytes = 0;
    int code = SA_OK;
    for (size_t i = 0; !code && i < s->attachments.count; i++) {
        code = sa_attach_fit(s, &s->attachments.items[i], err);
        bytes += s->attachments.items[i].image.len;
    }
    if (!code && bytes > IMAGES_BYTES)
        code = sa_err_set(err, SA_E_USAGE,
                          "--attach: the images have %.1f MB together, and requests take %d MB",
                          (double)bytes / 1e6, IMAGES_BYTES / 1000000);
    return code;
}

void sa_attachments_give(struct sa_session *s)
{
    for (size_t i = 0; i < s->attachments.count; i++)
        sa_agent_attach(s->agent, &s->attachments.items[i]);
    s->attachments.count = 0;
}

void sa_attachments_release(struct sa_attachments *all)
{
    for (size_t i = 0; i < all->count; i++) sa_attachment_release(&all->items[i]);
    all->count = 0;
}
