/*
 * A PKCS#11 library for tests: SoftHSM with injected faults. The file named by FAULT_FILE selects the fault of each call;
 * without the file all calls succeed. "removed": the token was removed. "lost-session": sessions are lost once. "slow":
 * calls take two seconds. "general-error": all calls fail. "decrypt-error": only decryption fails.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CK_PTR *
#define CK_DECLARE_FUNCTION(returnType, name) returnType name
#define CK_DECLARE_FUNCTION_POINTER(returnType, name) returnType(*name)
#define CK_CALLBACK_FUNCTION(returnType, name) returnType(*name)
#define NULL_PTR 0
#include <pkcs11.h>

static CK_FUNCTION_LIST_PTR real;
static CK_FUNCTION_LIST ours;

static CK_RV fault(CK_RV when_decrypt_error) {
  char name[16] = "";
  const char *path = getenv("FAULT_FILE");
  FILE *file = path == NULL ? NULL : fopen(path, "r");
  if (file == NULL) return CKR_OK;
  if (fscanf(file, "%15s", name) != 1) name[0] = 0;
  fclose(file);
  if (strcmp(name, "removed") == 0) return CKR_DEVICE_REMOVED;
  if (strcmp(name, "general-error") == 0) return CKR_GENERAL_ERROR;
  if (strcmp(name, "decrypt-error") == 0) return when_decrypt_error;
  if (strcmp(name, "slow") == 0) usleep(2000000);
  if (strcmp(name, "lost-session") == 0) {
    unlink(path);
    return CKR_SESSION_HANDLE_INVALID;
  }
  return CKR_OK;
}

static CK_RV open_session(CK_SLOT_ID slot, CK_FLAGS flags, CK_VOID_PTR app, CK_NOTIFY notify, CK_SESSION_HANDLE_PTR handle) {
  CK_RV result = fault(CKR_OK);
  return result == CKR_OK ? real->C_OpenSession(slot, flags, app, notify, handle) : result;
}

static CK_RV find_init(CK_SESSION_HANDLE handle, CK_ATTRIBUTE_PTR wanted, CK_ULONG count) {
  CK_RV result = fault(CKR_OK);
  return result == CKR_OK ? real->C_FindObjectsInit(handle, wanted, count) : result;
}

static CK_RV decrypt_init(CK_SESSION_HANDLE handle, CK_MECHANISM_PTR mechanism, CK_OBJECT_HANDLE key) {
  CK_RV result = fault(CKR_GENERAL_ERROR);
  return result == CKR_OK ? real->C_DecryptInit(handle, mechanism, key) : result;
}

CK_RV C_GetFunctionList(CK_FUNCTION_LIST_PTR_PTR list) {
  void *library = dlopen(SOFTHSM, RTLD_NOW | RTLD_LOCAL);
  CK_RV (*get)(CK_FUNCTION_LIST_PTR_PTR) = library == NULL ? NULL : dlsym(library, "C_GetFunctionList");
  if (get == NULL || get(&real) != CKR_OK) return CKR_GENERAL_ERROR;
  ours = *real;
  ours.C_OpenSession = open_session;
  ours.C_FindObjectsInit = find_init;
  ours.C_DecryptInit = decrypt_init;
  *list = &ours;
  return CKR_OK;
}
