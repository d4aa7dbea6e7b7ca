/** The chosen files: single ones, and folders with all files below them. */
export interface ChosenFiles {
  files: File[];
  folders: ChosenFolder[];
}

export interface ChosenFolder {
  name: string;
  files: FolderFile[];
}

export interface FolderFile {
  file: File;
  /** Path below the folder, with `/`. */
  relativePath: string;
}

/** A folder input gives all files below it, with paths that begin with the folder's name. */
export function fromFolderField(files: readonly File[]): ChosenFolder[] {
  const folders = new Map<string, FolderFile[]>();
  for (const file of files) {
    const [name = '', ...rest] = file.webkitRelativePath.split('/');
    const below = folders.get(name) ?? [];
    below.push({ file, relativePath: rest.join('/') });
    folders.set(name, below);
  }
  return [...folders].map(([name, below]) => ({ name, files: below }));
}

/** readEntries returns batches of 100, until an empty one. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

const fileOf = (entry: FileSystemEntry): Promise<File> =>
  new Promise((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));

async function below(folder: FileSystemDirectoryEntry, prefix: string): Promise<FolderFile[]> {
  const files: FolderFile[] = [];
  for (const entry of await entriesOf(folder)) {
    const relativePath = prefix + entry.name;
    if (isFolder(entry)) files.push(...(await below(entry, `${relativePath}/`)));
    else files.push({ file: await fileOf(entry), relativePath });
  }
  return files;
}

/** The dropped files. The entries are read synchronously: after the event they are gone. */
export async function fromDrop(transfer: DataTransfer): Promise<ChosenFiles> {
  const entries = [...transfer.items]
    .map((item) => item.webkitGetAsEntry())
    .filter((entry) => entry !== null);
  const chosen: ChosenFiles = { files: [], folders: [] };
  for (const entry of entries) {
    if (isFolder(entry)) chosen.folders.push({ name: entry.name, files: await below(entry, '') });
    else chosen.files.push(await fileOf(entry));
  }
  return chosen;
}
