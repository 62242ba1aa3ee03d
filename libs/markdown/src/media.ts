const extensions: ReadonlyMap<string, 'image' | 'video'> = new Map([
  ...['bmp', 'gif', 'jpe', 'jpeg', 'jpg', 'png', 'webp', 'avif'].map((extension) => [extension, 'image'] as const),
  ...['mp4', 'webm', 'mov'].map((extension) => [extension, 'video'] as const),
]);

/** The kind of media at an address, by the extension of its path. Only web addresses and those within the organization have one. */
export function mediaKind(address: string): 'image' | 'video' | undefined {
  if (!/^(?:https?:\/\/|\/)/i.test(address)) return undefined;
  const extension = /\.([a-z0-9]{2,5})(?:[?#]|$)/i.exec(pathEnd(address))?.[1];
  return extension === undefined ? undefined : extensions.get(extension.toLowerCase());
}

/** The storage path of an upload: `1/ab/cat.png` for `/user_uploads/1/ab/cat.png`. Undefined for any other address. */
export function uploadPath(address: string): string | undefined {
  return /^\/user_uploads\/(\d+\/[^?#]+)/.exec(address)?.[1];
}

/** The last part of the path, so that a dot in a host or folder does not count as an extension. */
function pathEnd(address: string): string {
  const path = address.replace(/^[a-z]+:\/\/[^/?#]*/i, '');
  const end = path.search(/[?#]/);
  return (
    path
      .slice(0, end < 0 ? undefined : end)
      .split('/')
      .at(-1) ?? ''
  );
}
