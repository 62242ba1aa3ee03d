/** The id of an upload: `1/Ab3_x/cat.png`. Its bytes are stored under a key without its name. */
export interface UploadPath {
  readonly organizationId: number;
  readonly key: string;
}

const PATH_ID = /^(\d{1,10})\/([\w-]{24})\/[^/\0]+$/;

/** Undefined if no upload can have this path. */
export function uploadPathOf(pathId: string): UploadPath | undefined {
  const [, organizationId, place] = PATH_ID.exec(pathId) ?? [];
  return place === undefined ? undefined : { organizationId: Number(organizationId), key: `uploads/${organizationId}/${place}` };
}

/** The key of an upload of this organization. Undefined for a path of another one, which must not lead to its files. */
export function ownUploadKey(organizationId: number, pathId: string): string | undefined {
  const path = uploadPathOf(pathId);
  return path?.organizationId === organizationId ? path.key : undefined;
}
