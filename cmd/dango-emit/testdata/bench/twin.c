// The least that a hook could be: read standard input, connect, write, go.
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int main(int argc, char **argv) {
	static char buf[1 << 16];
	ssize_t n = read(0, buf, sizeof buf);
	struct sockaddr_un to = {.sun_family = AF_UNIX};
	strncpy(to.sun_path, argv[1], sizeof to.sun_path - 1);
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);
	unsigned char head[4] = {n >> 24, n >> 16, n >> 8, n};
	if (connect(fd, (struct sockaddr *)&to, sizeof to) == 0 && write(fd, head, 4) == 4)
		write(fd, buf, n);
	return 0;
}
