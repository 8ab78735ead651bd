// Fuzz driver: the verifier of audit trails. No text but one with right hashes may be whole.
#include <stdint.h>
#include <string.h>

#include "agent/audit.h"
#include "base/buf.h"
#include "base/xalloc.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct sa_audit_report report;
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    sa_audit_verify((const char *)data, size, &report, &out);
    SA_CHECK(report.lines == 0 || size > 150);
    SA_CHECK(size == 0 || report.bad_line || report.lines);
    sa_buf_release(&out);
    return 0;
}
