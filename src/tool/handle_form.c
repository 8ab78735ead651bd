// Handles in JSON: descriptions, references and data (see handle.h) made of each other.
#include <stdlib.h>
#include <string.h>

#include "base/base64.h"
#include "base/buf.h"
#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "tool/handle.h"

// Makes the node what `made` is, which is used up.
static void become(cJSON *v, cJSON *made)
{
    free(v->valuestring);
    cJSON_Delete(v->child);
    v->valuestring = NULL;
    v->child = made->child;
    v->type = (v->type & ~0xFF) | cJSON_Object;
    made->child = NULL;
    cJSON_Delete(made);
}

static cJSON *form_of(const char *kind, const char *mime)
{
    cJSON *made = cJSON_CreateObject();
    cJSON_AddStringToObject(made, "type", kind);
    cJSON_AddStringToObject(made, "mime", mime);
    return made;
}

static void become_reference(cJSON *v, const struct sa_handle *h)
{
    cJSON *made = form_of(h->kind, h->mime);
    cJSON_AddNumberToObject(made, "size", (double)h->len);
    cJSON_AddStringToObject(made, "handle", h->text);
    become(v, made);
}

// ---- what becomes of a value --------------------------------------------------------------------

static bool refer(struct sa_handles *handles, cJSON *v)
{
    const struct sa_handle *h = cJSON_IsString(v) ? sa_handles_find(handles, v->valuestring) : NULL;
    if (!h || strcmp(h->text, v->valuestring) != 0) return false;
    become_reference(v, h);
    return true;
}

static bool is_form(const cJSON *v, const char *last, int members)
{
    static const char *const kinds[] = {"image", "audio", "file"};
    const char *kind = sa_json_str(v, "type", NULL);
    bool known = false;
    for (size_t i = 0; kind && i < SA_COUNT(kinds); i++) known |= !strcmp(kind, kinds[i]);
    return known && cJSON_GetArraySize(v) == members && sa_json_str(v, "mime", NULL) &&
           sa_json_str(v, last, NULL);
}

static bool take_data(const cJSON *v, struct sa_buf *bytes)
{
    const char *data = is_form(v, "data", 3) ? sa_json_str(v, "data", "") : NULL;
    return data && sa_base64_take(bytes, data, strcspn(data, "="));
}

static bool keep(struct sa_handles *handles, cJSON *v)
{
    struct sa_buf bytes = SA_BUF_INIT(SA_HANDLES_BYTES);
    bool well = take_data(v, &bytes);
    SA_AUTO_FREE char *text = well ? sa_handles_add(handles, sa_json_str(v, "type", ""),
                                                    sa_json_str(v, "mime", ""), sa_buf_text(&bytes),
                                                    bytes.len)
                                   : NULL;
    sa_buf_release(&bytes);
    if (text) become_reference(v, sa_handles_find(handles, text));
    return text != NULL;
}

static bool inline_data(struct sa_handles *handles, cJSON *v)
{
    const struct sa_handle *h = is_form(v, "handle", 4)
                                    ? sa_handles_find(handles, sa_json_str(v, "handle", ""))
                                    : NULL;
    if (!h) return false;
    struct sa_buf data = SA_BUF_INIT(SA_BUF_HUGE);
    sa_base64_put(&data, h->data, h->len);
    cJSON *made = form_of(h->kind, h->mime);
    cJSON_AddStringToObject(made, "data", sa_buf_text(&data));
    sa_buf_release(&data);
    become(v, made);
    return true;
}

// ---- the walk -----------------------------------------------------------------------------------

typedef bool (*change_fn)(struct sa_handles *handles, cJSON *v);

static bool change_all(struct sa_handles *handles, cJSON *v, change_fn change)
{
    if (change(handles, v)) return true;
    bool changed = false;
    if (is_form(v, "handle", 4) || (!cJSON_IsObject(v) && !cJSON_IsArray(v))) return false;
    for (cJSON *item = v->child; item; item = item->next)
        changed |= change_all(handles, item, change);
    return changed;
}

static void rewrite(struct sa_handles *handles, char **json, change_fn change)
{
    size_t len = strlen(*json);
    // What is cut at a NUL cannot be printed again.
    cJSON *value = sa_json_holds_nul(*json, len) ? NULL : sa_json_parse_floats(*json, len, NULL);
    if (value && change_all(handles, value, change)) {
        struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE), spaced = SA_BUF_INIT(SA_BUF_HUGE);
        sa_json_print(&out, value);
        sa_json_respace(&spaced, sa_buf_text(&out), out.len);
        sa_buf_release(&out);
        free(*json);
        *json = sa_buf_take(&spaced, NULL);
    }
    cJSON_Delete(value);
}

void sa_handles_refer(struct sa_handles *handles, char **json)
{
    static const char *const kinds[] = {"\"image-", "\"audio-", "\"file-"};
    bool may = false;
    for (size_t i = 0; handles && *json && i < SA_COUNT(kinds); i++)
        may |= strstr(*json, kinds[i]) != NULL;
    if (may) rewrite(handles, json, refer);
}

void sa_handles_keep(struct sa_handles *handles, char **json)
{
    if (handles && *json && strstr(*json, "\"data\":") && strstr(*json, "\"mime\":"))
        rewrite(handles, json, keep);
}

void sa_handles_inline(struct sa_handles *handles, char **json)
{
    if (handles && *json && strstr(*json, "\"handle\":")) rewrite(handles, json, inline_data);
}

const struct sa_handle *sa_handles_referred(const struct sa_handles *handles, const char *json)
{
    enum { LONGEST = 1024 };
    if (!handles || !json || json[0] != '{' || strlen(json) > LONGEST) return NULL;
    cJSON *value = sa_json_parse(json, strlen(json), NULL);
    const struct sa_handle *h = is_form(value, "handle", 4)
                                    ? sa_handles_find(handles, sa_json_str(value, "handle", ""))
                                    : NULL;
    cJSON_Delete(value);
    return h;
}

// ---- bytes --------------------------------------------------------------------------------------

void sa_handle_put_bytes(struct sa_buf *out, const char *data, size_t len)
{
    static const struct {
        const char *sign, *kind, *mime;
    } rows[] = {{"\x89PNG", "image", "image/png"},  {"\xff\xd8\xff", "image", "image/jpeg"},
                {"GIF8", "image", "image/gif"},     {"RIFF", "audio", "audio/wav"},
                {"OggS", "audio", "audio/ogg"},     {"ID3", "audio", "audio/mpeg"},
                {"%PDF", "file", "application/pdf"}};
    const char *kind = "file", *mime = "application/octet-stream";
    for (size_t i = 0; i < SA_COUNT(rows); i++) {
        size_t n = strlen(rows[i].sign);
        if (len >= n && !memcmp(data, rows[i].sign, n)) kind = rows[i].kind, mime = rows[i].mime;
    }
    if (len >= 12 && !memcmp(data, "RIFF", 4) && !memcmp(data + 8, "WEBP", 4))
        kind = "image", mime = "image/webp";
    struct sa_buf text = SA_BUF_INIT(SA_BUF_HUGE);
    sa_base64_put(&text, data, len);
    sa_buf_appendc(out, '{');
    sa_json_put_str(out, "type", kind);
    sa_json_put_str(out, "mime", mime);
    sa_json_put_strn(out, "data", sa_buf_text(&text), text.len);
    sa_buf_appendc(out, '}');
    sa_buf_release(&text);
}

bool sa_handle_take_bytes(const char *json, struct sa_buf *out)
{
    if (!json || json[0] != '{') return false;
    cJSON *value = sa_json_parse(json, strlen(json), NULL);
    bool well = take_data(value, out);
    cJSON_Delete(value);
    return well;
}
