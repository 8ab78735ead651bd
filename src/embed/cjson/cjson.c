// cJSON for libsmolagent.a, and for that alone: the program links it as everybody does. Here each
// of its functions that we call is a name of our own to the linker, for the whole archive keeps its
// names to itself, and is looked up in the system's library. So a program may have a cJSON of its
// own, of any age, and neither meets the other.
#include <cjson/cJSON.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

void *sa_embed_cjson(void); // embed/process.c

// V(name, parameters, arguments) gives nothing back, R(type, ...) does.
#define FUNCTIONS(R, V)                                                                            \
    R(cJSON *, cJSON_Parse, (const char *a), (a))                                                  \
    R(cJSON *, cJSON_ParseWithLength, (const char *a, size_t b), (a, b))                           \
    R(cJSON *, cJSON_ParseWithOpts, (const char *a, const char **b, cJSON_bool c), (a, b, c))      \
    V(cJSON_Delete, (cJSON * a), (a))                                                              \
    R(int, cJSON_GetArraySize, (const cJSON *a), (a))                                              \
    R(cJSON *, cJSON_GetArrayItem, (const cJSON *a, int b), (a, b))                                \
    R(cJSON *, cJSON_GetObjectItem, (const cJSON *a, const char *b), (a, b))                       \
    R(cJSON *, cJSON_GetObjectItemCaseSensitive, (const cJSON *a, const char *b), (a, b))          \
    R(cJSON_bool, cJSON_HasObjectItem, (const cJSON *a, const char *b), (a, b))                    \
    R(char *, cJSON_GetStringValue, (const cJSON *a), (a))                                         \
    R(cJSON_bool, cJSON_IsFalse, (const cJSON *a), (a))                                            \
    R(cJSON_bool, cJSON_IsTrue, (const cJSON *a), (a))                                             \
    R(cJSON_bool, cJSON_IsBool, (const cJSON *a), (a))                                             \
    R(cJSON_bool, cJSON_IsNull, (const cJSON *a), (a))                                             \
    R(cJSON_bool, cJSON_IsNumber, (const cJSON *a), (a))                                           \
    R(cJSON_bool, cJSON_IsString, (const cJSON *a), (a))                                           \
    R(cJSON_bool, cJSON_IsArray, (const cJSON *a), (a))                                            \
    R(cJSON_bool, cJSON_IsObject, (const cJSON *a), (a))                                           \
    R(cJSON_bool, cJSON_IsRaw, (const cJSON *a), (a))                                              \
    R(cJSON *, cJSON_CreateNull, (void), ())                                                       \
    R(cJSON *, cJSON_CreateNumber, (double a), (a))                                                \
    R(cJSON *, cJSON_CreateString, (const char *a), (a))                                           \
    R(cJSON *, cJSON_CreateRaw, (const char *a), (a))                                              \
    R(cJSON *, cJSON_CreateArray, (void), ())                                                      \
    R(cJSON *, cJSON_CreateObject, (void), ())                                                     \
    R(cJSON_bool, cJSON_AddItemToArray, (cJSON * a, cJSON * b), (a, b))                            \
    R(cJSON_bool, cJSON_AddItemToObject, (cJSON * a, const char *b, cJSON *c), (a, b, c))          \
    R(cJSON_bool, cJSON_AddItemReferenceToObject, (cJSON * a, const char *b, cJSON *c), (a, b, c)) \
    R(cJSON *, cJSON_DetachItemViaPointer, (cJSON * a, cJSON * b), (a, b))                         \
    R(cJSON *, cJSON_DetachItemFromArray, (cJSON * a, int b), (a, b))                              \
    R(cJSON *, cJSON_DetachItemFromObjectCaseSensitive, (cJSON * a, const char *b), (a, b))        \
    V(cJSON_DeleteItemFromObjectCaseSensitive, (cJSON * a, const char *b), (a, b))                 \
    R(cJSON_bool, cJSON_ReplaceItemInObject, (cJSON * a, const char *b, cJSON *c), (a, b, c))      \
    R(cJSON_bool, cJSON_ReplaceItemInObjectCaseSensitive, (cJSON * a, const char *b, cJSON *c),    \
      (a, b, c))                                                                                   \
    R(cJSON *, cJSON_Duplicate, (const cJSON *a, cJSON_bool b), (a, b))                            \
    R(cJSON_bool, cJSON_Compare, (const cJSON *a, const cJSON *b, cJSON_bool c), (a, b, c))        \
    R(cJSON *, cJSON_AddNullToObject, (cJSON * a, const char *b), (a, b))                          \
    R(cJSON *, cJSON_AddTrueToObject, (cJSON * a, const char *b), (a, b))                          \
    R(cJSON *, cJSON_AddFalseToObject, (cJSON * a, const char *b), (a, b))                         \
    R(cJSON *, cJSON_AddBoolToObject, (cJSON * a, const char *b, cJSON_bool c), (a, b, c))         \
    R(cJSON *, cJSON_AddNumberToObject, (cJSON * a, const char *b, double c), (a, b, c))           \
    R(cJSON *, cJSON_AddStringToObject, (cJSON * a, const char *b, const char *c), (a, b, c))      \
    R(cJSON *, cJSON_AddRawToObject, (cJSON * a, const char *b, const char *c), (a, b, c))         \
    R(cJSON *, cJSON_AddObjectToObject, (cJSON * a, const char *b), (a, b))                        \
    R(cJSON *, cJSON_AddArrayToObject, (cJSON * a, const char *b), (a, b))                         \
    R(double, cJSON_SetNumberHelper, (cJSON * a, double b), (a, b))                                \
    R(char *, cJSON_SetValuestring, (cJSON * a, const char *b), (a, b))

static struct {
#define R(type, name, parameters, arguments) type(*name) parameters;
#define V(name, parameters, arguments) void(*name) parameters;
    FUNCTIONS(R, V)
#undef R
#undef V
} api;

// POSIX lets an object pointer from dlsym be stored in a function pointer this way. Agents look for
// the library when they are made (embed/process.c), and there are none without it.
static void find(void *library, const char *name, void *function)
{
    void *found = library ? dlsym(library, name) : NULL;
    if (!found) abort();
    *(void **)function = found;
}

static void open_library(void)
{
    void *library = sa_embed_cjson();
#define R(type, name, parameters, arguments) find(library, #name, &api.name);
#define V(name, parameters, arguments) find(library, #name, &api.name);
    FUNCTIONS(R, V)
#undef R
#undef V
}

static pthread_once_t once = PTHREAD_ONCE_INIT;

#define R(type, name, parameters, arguments)                                                       \
    type name parameters                                                                           \
    {                                                                                              \
        pthread_once(&once, open_library);                                                         \
        return api.name arguments;                                                                 \
    }
#define V(name, parameters, arguments)                                                             \
    void name parameters                                                                           \
    {                                                                                              \
        pthread_once(&once, open_library);                                                         \
        api.name arguments;                                                                        \
    }
FUNCTIONS(R, V)
