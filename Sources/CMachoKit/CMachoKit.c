#ifdef __linux__
#define _GNU_SOURCE
#endif

#include "CMachoKit.h"

#ifdef __linux__

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { most_descriptors = 4 };

pid_t cmachokit_fork(void) { return fork(); }

int cmachokit_end_with_parent(pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // It may have ended before the system knew.
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

int cmachokit_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int cmachokit_sockets(int ends[2]) {
  return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends);
}

int cmachokit_send(
  int socket, const void *bytes, size_t count, const int *descriptors, size_t number) {
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
  union {
    char bytes[CMSG_SPACE(sizeof(int) * most_descriptors)];
    struct cmsghdr align;
  } control;
  memset(&control, 0, sizeof control);
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (number > most_descriptors) {
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
  struct iovec part = {.iov_base = bytes, .iov_len = count};
  union {
    char bytes[CMSG_SPACE(sizeof(int) * most_descriptors)];
    struct cmsghdr align;
  } control;
  memset(&control, 0, sizeof control);
  struct msghdr message = {
    .msg_iov = &part,
    .msg_iovlen = 1,
    .msg_control = control.bytes,
    .msg_controllen = sizeof control.bytes,
  };
  ssize_t received;
  // A peer that ends without having read all that was said to it is told of as an error, once, before
  // what it said itself: that comes with the next call, and its end behind it.
  do received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  while (received < 0 && (errno == EINTR || errno == ECONNRESET));
  if (received <= 0) return received;
  int came[most_descriptors];
  size_t amount = 0;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header;
       header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    size_t length = header->cmsg_len - CMSG_LEN(0);
    amount = length / sizeof(int);
    memcpy(came, CMSG_DATA(header), amount * sizeof(int));
  }
  if (amount == number && !(message.msg_flags & (MSG_TRUNC | MSG_CTRUNC))) {
    if (number > 0) memcpy(descriptors, came, number * sizeof(int));
    return received;
  }
  for (size_t index = 0; index < amount; index++) close(came[index]);
  errno = EMSGSIZE;
  return -1;
}

#endif
