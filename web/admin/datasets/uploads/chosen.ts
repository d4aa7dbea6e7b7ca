/** Files as they were chosen: single ones, and folders with all that lies below them. */
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
  /** Below the folder, with `/`. */
  relativePath: string;
}

/** A folder field gives all files below it, each with its path from the folder's name on. */
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

/** A reader gives its entries by the hundred, until it gives none. */
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

/** What was dropped. The entries are taken at once: after the event the browser forgets them. */
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
