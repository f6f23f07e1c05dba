#ifdef MACHO_LINUX
#define _GNU_SOURCE
#endif

#include "CMachoKit.h"

#ifdef MACHO_LINUX

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { max_descriptors = 4 };

pid_t cmachokit_fork(void) { return fork(); }

static void (*on_immediate_exit)(void);
static pid_t observed_process;

void cmachokit_on_immediate_exit(void (*body)(void)) {
  observed_process = getpid();
  on_immediate_exit = body;
}

#if defined(__GLIBC__) && !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)

// The code of features is in the executable, whose symbols precede those of libraries. The C library
// itself does not call these two by their names.
__attribute__((visibility("default"), noreturn)) void _exit(int status) {
  if (on_immediate_exit && getpid() == observed_process) on_immediate_exit();
  for (;;) syscall(SYS_exit_group, status);
}

__attribute__((visibility("default"), noreturn)) void _Exit(int status) { _exit(status); }

#endif

int cmachokit_end_with_parent(pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // The parent may have exited before the call.
  return getppid() == parent;
}

int cmachokit_process_descriptor(pid_t child) {
#ifdef SYS_pidfd_open
  return (int)syscall(SYS_pidfd_open, child, 0);
#else
  errno = ENOSYS;
  return -1;
#endif
}

int cmachokit_sockets(int ends[2]) {
  return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends);
}

int cmachokit_send(
  int socket, const void *bytes, size_t count, const int *descriptors, size_t number) {
  struct iovec vector = {.iov_base = (void *)bytes, .iov_len = count};
  union {
    char bytes[CMSG_SPACE(sizeof(int) * max_descriptors)];
    struct cmsghdr align;
  } control;
  memset(&control, 0, sizeof control);
  struct msghdr message = {.msg_iov = &vector, .msg_iovlen = 1};
  if (number > max_descriptors) {
    errno = EINVAL;
    return -1;
  }
  if (number > 0) {
    message.msg_control = control.bytes;
    message.msg_controllen = CMSG_SPACE(sizeof(int) * number);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int) * number);
    memcpy(CMSG_DATA(header), descriptors, sizeof(int) * number);
  }
  ssize_t sent;
  do sent = sendmsg(socket, &message, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent == (ssize_t)count ? 0 : -1;
}

ssize_t cmachokit_receive(int socket, void *bytes, size_t count, int *descriptors, size_t number) {
  struct iovec vector = {.iov_base = bytes, .iov_len = count};
  union {
    char bytes[CMSG_SPACE(sizeof(int) * max_descriptors)];
    struct cmsghdr align;
  } control;
  memset(&control, 0, sizeof control);
  struct msghdr message = {
    .msg_iov = &vector,
    .msg_iovlen = 1,
    .msg_control = control.bytes,
    .msg_controllen = sizeof control.bytes,
  };
  ssize_t received;
  // If a peer exits with unread input, the first call fails with ECONNRESET. The next calls return the
  // peer's own messages and then the end.
  do received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  while (received < 0 && (errno == EINTR || errno == ECONNRESET));
  if (received <= 0) return received;
  int received_descriptors[max_descriptors];
  size_t descriptor_count = 0;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header;
       header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    size_t length = header->cmsg_len - CMSG_LEN(0);
    descriptor_count = length / sizeof(int);
    memcpy(received_descriptors, CMSG_DATA(header), descriptor_count * sizeof(int));
  }
  if (descriptor_count == number && !(message.msg_flags & (MSG_TRUNC | MSG_CTRUNC))) {
    if (number > 0) memcpy(descriptors, received_descriptors, number * sizeof(int));
    return received;
  }
  for (size_t index = 0; index < descriptor_count; index++) close(received_descriptors[index]);
  errno = EMSGSIZE;
  return -1;
}

struct library_visitor {
  void (*body)(const char *path, void *context);
  void *context;
};

static int visit_library(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size;
  struct library_visitor *visitor = data;
  // The program has no name, and the library that the kernel provides has no file.
  if (info->dlpi_name != NULL && info->dlpi_name[0] == '/') {
    visitor->body(info->dlpi_name, visitor->context);
  }
  return 0;
}

void cmachokit_each_library(void (*body)(const char *path, void *context), void *context) {
  struct library_visitor visitor = {.body = body, .context = context};
  dl_iterate_phdr(visit_library, &visitor);
}

#endif
