"""A disk that forgets, when its power is cut, what was not synced: a FUSE file system for tests.

What POSIX promises and no more: the bytes of a file are safe once that file was synced, a name (created, renamed,
removed) once the folder that holds it was. When the file system is unmounted, the power is gone: a number read from
standard input then decides how much of the rest the disk had written by itself: nothing, all, the names in their order up
to some point, or any of them; of each file each sector as it was at some moment since the last sync. What it remembers is
there at the next mount.

Modes, owners and times count as safe at once. A rename is whole or not at all, as on every journaling file system.

Usage: forgetful_disk.py <folder of its own> <mount point>
"""

import errno
import json
import os
import random
import resource
import stat
import sys
import time

from fusepy import FUSE, FuseOSError, Operations

PAGE = 4096
ROOT = 1


class Node:
    """A file or folder; its bytes are in a file of the store that is named by its number."""

    def __init__(self, number, mode, uid=0, gid=0, mtime=None):
        self.number = number
        self.mode = mode
        self.uid = uid
        self.gid = gid
        self.mtime = mtime or time.time_ns()
        # Of a folder: the names as programs see them, those that are safe, and the changes in between.
        self.names = {}
        self.safe = {}
        self.changes = []
        # Of a file: what was written since the last sync, and the pages as that sync left them.
        self.writes = []
        self.pages = {}
        self.safe_size = None

    def is_folder(self):
        return stat.S_ISDIR(self.mode)


class Disk(Operations):
    use_ns = True
    # Files that were removed while open have no path.
    flag_nullpath_ok = 1

    def __init__(self, store):
        self.store = store
        self.open_files = {}
        self.next_handle = 1
        self.changed = 0
        # Of each name in a folder: the last change that became safe.
        self.settled = {}
        self.nodes = {}
        saved = os.path.join(store, 'tree.json')
        if not os.path.exists(saved):
            self.nodes[ROOT] = Node(ROOT, stat.S_IFDIR | 0o755)
            self.last = ROOT
            return
        with open(saved) as file:
            tree = json.load(file)
        for one in tree:
            node = Node(one['number'], one['mode'], one['uid'], one['gid'], one['mtime'])
            node.names = dict(one['names'])
            node.safe = dict(one['names'])
            self.nodes[node.number] = node
        self.last = max(self.nodes)

    # Where things are.

    def bytes_of(self, node):
        return os.path.join(self.store, str(node.number))

    def find(self, path):
        node = self.nodes[ROOT]
        for name in path.split('/'):
            if name:
                number = node.names.get(name)
                if number is None:
                    raise FuseOSError(errno.ENOENT)
                node = self.nodes[number]
        return node

    def parent(self, path):
        folder, name = os.path.split(path)
        return self.find(folder), name

    def handle(self, node, fd=None):
        self.next_handle += 1
        self.open_files[self.next_handle] = (node, fd)
        return self.next_handle

    def add(self, path, mode):
        folder, name = self.parent(path)
        if name in folder.names:
            raise FuseOSError(errno.EEXIST)
        self.last += 1
        node = Node(self.last, mode)
        self.nodes[node.number] = node
        self.change((folder, name, node.number))
        return node

    def change(self, *parts):
        """Changes names: all of the parts or none are safe later."""
        self.changed += 1
        entry = (self.changed, parts)
        for folder, name, number in parts:
            if number is None:
                folder.names.pop(name, None)
            else:
                folder.names[name] = number
            folder.mtime = time.time_ns()
            folder.changes.append(entry)

    def settle(self, entry):
        index, parts = entry
        for folder, name, number in parts:
            key = (folder.number, name)
            # A later change of the same name may have become safe by another folder's sync.
            if self.settled.get(key, 0) >= index:
                continue
            self.settled[key] = index
            if number is None:
                folder.safe.pop(name, None)
            else:
                folder.safe[name] = number

    # What programs ask for.

    def getattr(self, path, fh=None):
        node = self.open_files[fh][0] if fh in self.open_files else self.find(path)
        size = 0 if node.is_folder() else os.stat(self.bytes_of(node)).st_size
        return {
            'st_ino': node.number,
            'st_mode': node.mode,
            'st_uid': node.uid,
            'st_gid': node.gid,
            'st_size': size,
            'st_blocks': (size + 511) // 512,
            'st_nlink': 2 if node.is_folder() else 1,
            'st_mtime': node.mtime,
            'st_ctime': node.mtime,
            'st_atime': node.mtime,
        }

    def readdir(self, path, fh):
        return ['.', '..', *self.open_files[fh][0].names]

    def opendir(self, path):
        return self.handle(self.find(path))

    def releasedir(self, path, fh):
        del self.open_files[fh]

    def mkdir(self, path, mode):
        self.add(path, stat.S_IFDIR | mode)

    def create(self, path, mode, fi=None):
        node = self.add(path, stat.S_IFREG | stat.S_IMODE(mode))
        return self.handle(node, os.open(self.bytes_of(node), os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))

    def open(self, path, flags):
        node = self.find(path)
        return self.handle(node, os.open(self.bytes_of(node), os.O_RDWR))

    def release(self, path, fh):
        os.close(self.open_files.pop(fh)[1])

    def read(self, path, size, offset, fh):
        return os.pread(self.open_files[fh][1], size, offset)

    def write(self, path, data, offset, fh):
        node, fd = self.open_files[fh]
        self.remember(node, fd, offset, offset + len(data))
        node.writes.append((offset, data))
        node.mtime = time.time_ns()
        return os.pwrite(fd, data, offset)

    def truncate(self, path, length, fh=None):
        node = self.open_files[fh][0] if fh in self.open_files else self.find(path)
        fd = os.open(self.bytes_of(node), os.O_RDWR)
        try:
            self.remember(node, fd, length, os.fstat(fd).st_size)
            node.writes.append((length, None))
            os.ftruncate(fd, length)
        finally:
            os.close(fd)

    def remember(self, node, fd, start, end):
        """Keeps the safe pages that are about to change."""
        if node.safe_size is None:
            node.safe_size = os.fstat(fd).st_size
        for page in range(start // PAGE, (min(end, node.safe_size) + PAGE - 1) // PAGE):
            if page not in node.pages:
                node.pages[page] = os.pread(fd, PAGE, page * PAGE)[: max(0, node.safe_size - page * PAGE)]

    def fsync(self, path, datasync, fh):
        node = self.open_files[fh][0]
        node.writes, node.pages, node.safe_size = [], {}, None

    def fsyncdir(self, path, datasync, fh):
        folder = self.open_files[fh][0]
        for entry in folder.changes:
            self.settle(entry)
        folder.changes = []

    def unlink(self, path):
        folder, name = self.parent(path)
        self.find(path)
        self.change((folder, name, None))

    def rmdir(self, path):
        folder, name = self.parent(path)
        if self.find(path).names:
            raise FuseOSError(errno.ENOTEMPTY)
        self.change((folder, name, None))

    def rename(self, old, new):
        source, name = self.parent(old)
        number = self.find(old).number
        target, new_name = self.parent(new)
        taken = self.nodes.get(target.names.get(new_name))
        if taken is not None and taken.is_folder() and taken.names:
            raise FuseOSError(errno.ENOTEMPTY)
        self.change((source, name, None), (target, new_name, number))

    def link(self, target, source):
        folder, name = self.parent(target)
        self.change((folder, name, self.find(source).number))

    def chmod(self, path, mode):
        node = self.find(path)
        node.mode = stat.S_IFMT(node.mode) | stat.S_IMODE(mode)

    def chown(self, path, uid, gid):
        node = self.find(path)
        node.uid = node.uid if uid == -1 else uid
        node.gid = node.gid if gid == -1 else gid

    def utimens(self, path, times=None):
        self.find(path).mtime = times[1] if times else time.time_ns()

    def statfs(self, path):
        found = os.statvfs(self.store)
        names = ('f_bavail', 'f_bfree', 'f_blocks', 'f_bsize', 'f_frsize', 'f_files', 'f_ffree', 'f_favail', 'f_namemax')
        return {name: getattr(found, name) for name in names}

    def init(self, path):
        print('mounted', flush=True)

    # When the power is gone.

    def cut(self, seed):
        """Forgets. Returns how much there was to forget, and how much was."""
        chance = random.Random(seed)
        kept = chance.choice(('nothing', 'first', 'some', 'some', 'all'))
        entries = {entry[0]: entry for node in self.nodes.values() for entry in node.changes}
        order = [entries[index] for index in sorted(entries)]
        if kept == 'all':
            chosen = order
        elif kept == 'first':
            chosen = order[: chance.randint(0, len(order))]
        elif kept == 'some':
            chosen = [entry for entry in order if chance.random() < 0.5]
        else:
            chosen = []
        for entry in chosen:
            self.settle(entry)
        unsynced = [node for node in self.nodes.values() if node.writes]
        lost = sum(self.forget(node, kept, chance) for node in unsynced if kept != 'all')
        self.save()
        return {
            'kept': kept,
            'names': len(order),
            'namesLost': len(order) - len(chosen),
            'writes': sum(len(node.writes) for node in unsynced),
            'bytesLost': lost,
        }

    def forget(self, node, kept, chance):
        """Leaves of a file each sector as it was at some moment since its last sync. Returns the bytes that are gone."""
        with open(self.bytes_of(node), 'r+b') as file:
            before = file.read()
            sizes = [node.safe_size]
            for offset, data in node.writes:
                sizes.append(offset if data is None else max(sizes[-1], offset + len(data)))
            file.truncate(node.safe_size)
            for page, data in node.pages.items():
                file.seek(page * PAGE)
                file.write(data)
            if kept != 'nothing':
                sector = chance.choice((512, PAGE))
                until = {}
                for index, (offset, data) in enumerate(node.writes):
                    if data is None:
                        # Cut off, and zeros where it grows again.
                        file.truncate(offset)
                        continue
                    at = 0
                    while at < len(data):
                        number = (offset + at) // sector
                        piece = data[at : (number + 1) * sector - offset]
                        if number not in until:
                            until[number] = chance.choice((0, len(node.writes), chance.randint(0, len(node.writes))))
                        if index < until[number]:
                            file.seek(offset + at)
                            file.write(piece)
                        at += len(piece)
                file.truncate(chance.choice(sizes))
            file.seek(0)
            after = file.read()
        differs = sum(1 for at in range(0, min(len(before), len(after)), 512) if before[at : at + 512] != after[at : at + 512])
        return differs * 512 + max(0, len(before) - len(after))

    def save(self):
        """Writes down what is safe, and removes the bytes that have no name."""
        kept = {}
        todo = [ROOT]
        while todo:
            node = self.nodes[todo.pop()]
            if node.number not in kept:
                kept[node.number] = node
                todo.extend(node.safe.values())
        for number, node in self.nodes.items():
            if number not in kept and not node.is_folder():
                os.unlink(self.bytes_of(node))
        tree = [
            {
                'number': node.number,
                'mode': node.mode,
                'uid': node.uid,
                'gid': node.gid,
                'mtime': node.mtime,
                'names': list(node.safe.items()),
            }
            for node in kept.values()
        ]
        with open(os.path.join(self.store, 'tree.json'), 'w') as file:
            json.dump(tree, file)


def main():
    store, mount_point = sys.argv[1:]
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    disk = Disk(store)
    FUSE(
        disk,
        mount_point,
        foreground=True,
        nothreads=True,
        hard_remove=True,
        kernel_cache=True,
        big_writes=True,
        attr_timeout=3600,
        entry_timeout=3600,
        fsname='forgetful',
    )
    print(json.dumps(disk.cut(int(sys.stdin.readline()))), flush=True)


main()
