// What a python3 elsewhere, in a container or at E2B, is started with.
#include "exec/proto/scripts.h"

#include "base/xalloc.h"
#include "exec/proto/frame.h"

char *sa_exec_worker_script(const struct sa_frame *hello)
{
    bool folders = sa_frame_raw(hello, "folders").data != NULL;
    return sa_xasprintf("%s%s", folders ? sa_exec_scripts[SA_SCRIPT_FOLDERS].text : "",
                        sa_exec_scripts[SA_SCRIPT_WORKER].text);
}
