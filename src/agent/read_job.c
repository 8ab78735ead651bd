// The reading of one reply under way: what the forms of replies (read_raw.c, read.c) share.
#include "agent/read_int.h"

bool sa_job_compiles(const struct sa_job *j, const struct sa_buf *code)
{
    return code->len && sa_compiles(j->ask, (struct sa_str){code->data, code->len});
}

void sa_job_unthought(const struct sa_job *j, struct sa_buf *out, size_t from, size_t to)
{
    const struct sa_part *parts = j->scan.parts;
    size_t i = 0;
    for (size_t high = j->scan.count; i < high;) { // parts are in the order of their starts
        size_t middle = i + (high - i) / 2;
        if (parts[middle].start < from) i = middle + 1;
        else high = middle;
    }
    for (; i < j->scan.count && parts[i].start < to; i++) {
        const struct sa_part *p = &parts[i];
        if (p->kind != SA_PART_THOUGHT || p->end <= from) continue;
        if (p->start > from) sa_buf_append(out, j->scan.text.data + from, p->start - from);
        from = p->end;
    }
    if (from < to) sa_buf_append(out, j->scan.text.data + from, to - from);
}

void sa_job_take(struct sa_job *j, enum sa_found found, struct sa_buf *code)
{
    struct sa_buf *all = &j->out->code;
    if (all->len) sa_buf_appendc(all, '\n');
    sa_buf_append(all, code->data, code->len);
    j->out->found = found;
}

bool sa_starts_json(struct sa_str text)
{
    text = sa_str_trim(text);
    return text.len && (text.data[0] == '{' || text.data[0] == '[');
}

bool sa_job_take_calls(struct sa_job *j, struct sa_str text)
{
    struct sa_buf code = SA_BUF_INIT(SA_BUF_HUGE);
    enum sa_text_calls calls = sa_text_calls_read(text, j->ask, &code, &j->out->notes);
    if (calls == SA_TEXT_CALLS_CODE) sa_job_take(j, SA_FOUND_CALL, &code);
    if (calls == SA_TEXT_CALLS_UNKNOWN) j->out->lack = SA_LACK_CALL;
    sa_buf_release(&code);
    return calls == SA_TEXT_CALLS_CODE;
}
