// Results of calls as values of Python: a structured one as it is, text as text, several items as a
// list, and bytes as handles.
#include <stdlib.h>
#include <string.h>

#include "base/base64.h"
#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "mcp/mcp_int.h"
#include "tool/handle.h"

// A picture, a sound or a file: the handle of its bytes.
static void put_bytes(const struct sa_tool *tool, const char *kind, const char *mime,
                      const char *base64, struct sa_buf *out)
{
    struct sa_buf bytes = SA_BUF_INIT(SA_MCP_MAX_MESSAGE);
    struct sa_handles *handles = tool->env ? tool->env->handles : NULL;
    bool well = sa_base64_take(&bytes, base64, strcspn(base64, "="));
    SA_AUTO_FREE char *handle = well && handles ? sa_handles_add(handles, kind, mime,
                                                                 sa_buf_text(&bytes), bytes.len)
                                                : NULL;
    SA_AUTO_FREE char *text = sa_xasprintf("%s (%.80s, %s)", kind, mime,
                                           well ? "there is no room for it" : "broken base64");
    const char *shown = handle ? handle : text;
    sa_json_quote(out, shown, strlen(shown));
    sa_buf_release(&bytes);
}

static void put_text(const struct sa_tool *tool, const cJSON *item, struct sa_buf *out)
{
    const char *text = sa_json_str(item, "text", "");
    (void)tool;
    sa_json_quote(out, text, strlen(text));
}

static void put_image(const struct sa_tool *tool, const cJSON *item, struct sa_buf *out)
{
    put_bytes(tool, "image", sa_json_str(item, "mimeType", "image"), sa_json_str(item, "data", ""),
              out);
}

static void put_audio(const struct sa_tool *tool, const cJSON *item, struct sa_buf *out)
{
    put_bytes(tool, "audio", sa_json_str(item, "mimeType", "audio"), sa_json_str(item, "data", ""),
              out);
}

static void put_members(const cJSON *item, const char *const *names, struct sa_buf *out)
{
    for (; *names; names++) {
        const cJSON *value = sa_json_get(item, *names);
        if (!value) continue;
        sa_json_key(out, *names);
        sa_json_print(out, value);
    }
}

static void put_link(const struct sa_tool *tool, const cJSON *item, struct sa_buf *out)
{
    static const char *const names[] = {"uri",      "name", "title", "description",
                                        "mimeType", "size", NULL};
    (void)tool;
    sa_buf_appendc(out, '{');
    put_members(item, names, out);
    sa_buf_appendc(out, '}');
}

// Of a call, or of resources/read, whose items have no type.
static void put_resource(const struct sa_tool *tool, const cJSON *item, struct sa_buf *out)
{
    static const char *const names[] = {"uri", "mimeType", "text", NULL};
    const cJSON *inner = sa_json_get(item, "resource");
    const char *blob = sa_json_str(inner, "blob", NULL);
    sa_buf_appendc(out, '{');
    put_members(inner, names, out);
    if (blob) {
        sa_json_key(out, "blob");
        put_bytes(tool, "file", sa_json_str(inner, "mimeType", "bytes"), blob, out);
    }
    sa_buf_appendc(out, '}');
}

void sa_mcp_content_item(const struct sa_tool *tool, const cJSON *item, struct sa_buf *out)
{
    static const struct {
        const char *type;
        void (*put)(const struct sa_tool *tool, const cJSON *item, struct sa_buf *out);
    } rows[] = {{"text", put_text},
                {"image", put_image},
                {"audio", put_audio},
                {"resource_link", put_link},
                {"resource", put_resource}};
    const char *type = sa_json_str(item, "type", "");
    for (size_t i = 0; i < SA_COUNT(rows); i++)
        if (sa_streq(type, rows[i].type)) return rows[i].put(tool, item, out);
    sa_json_print(out, item); // of a kind that is not known here
}

// ---- results -----------------------------------------------------------------------------------

static char *error_text(const struct sa_tool *tool, const cJSON *content)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    const cJSON *item;
    sa_buf_appendf(&out, "%s: ", tool->name);
    size_t before = out.len;
    cJSON_ArrayForEach(item, content)
    {
        const char *text = sa_json_str(item, "text", NULL);
        if (text) sa_buf_appendf(&out, "%s%s", out.len > before ? "\n" : "", text);
    }
    if (out.len == before) sa_buf_appends(&out, "the tool failed without saying why");
    return sa_buf_take(&out, NULL);
}

static char *content_value(const struct sa_tool *tool, const cJSON *content)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
    const cJSON *item;
    int count = cJSON_IsArray(content) ? cJSON_GetArraySize(content) : 0;
    if (!count) return sa_xstrdup("null");
    if (count > 1) sa_buf_appendc(&out, '[');
    cJSON_ArrayForEach(item, content)
    {
        if (item != content->child) sa_buf_appendc(&out, ',');
        sa_mcp_content_item(tool, item, &out);
    }
    if (count > 1) sa_buf_appendc(&out, ']');
    return sa_buf_take(&out, NULL);
}

void sa_mcp_content_result(const struct sa_tool *tool, const cJSON *reply,
                           struct sa_tool_result *result)
{
    const cJSON *content = sa_json_get(reply, "content");
    const cJSON *structured = sa_json_get(reply, "structuredContent");
    if (sa_json_bool(reply, "isError", false)) {
        result->error = error_text(tool, content);
    } else if (structured && !cJSON_IsNull(structured)) {
        SA_AUTO_FREE char *why = sa_tool_misfit(tool, structured);
        struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
        sa_json_print(&out, structured);
        if (why) {
            result->error = sa_xasprintf("%s: the result is not as its schema says: %s", tool->name,
                                         why);
            result->error_type = "ValueError";
            sa_buf_release(&out);
        } else {
            result->json = sa_buf_take(&out, NULL);
        }
    } else {
        result->json = content_value(tool, content);
    }
}
