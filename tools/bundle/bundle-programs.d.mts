/** @param project the folder of an app or a library */
export function bundlePrograms(project: string): Promise<void>;
