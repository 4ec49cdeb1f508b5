import { RequestFailed } from './errors';

/** Follows an upload, and can end it. */
export interface UploadWatch {
  /** @param share of the bytes that have gone, from 0 to 1 */
  onProgress(share: number): void;
  signal: AbortSignal;
}

/**
 * Sends a file as it is. By XMLHttpRequest, because `fetch` does not report the progress of an upload.
 * @returns the status and the body of the answer
 * @throws RequestFailed when there is no answer
 */
export function uploadFile(
  url: string,
  token: string | null,
  file: Blob,
  { onProgress, signal }: UploadWatch,
): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new RequestFailed(null));
    const call = new XMLHttpRequest();
    call.open('POST', url);
    call.responseType = 'json';
    call.setRequestHeader('Content-Type', 'application/octet-stream');
    if (token !== null) call.setRequestHeader('Authorization', `Bearer ${token}`);
    call.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    );
    call.addEventListener('load', () => resolve({ status: call.status, body: call.response as unknown }));
    for (const failure of ['error', 'abort', 'timeout'])
      call.addEventListener(failure, () => reject(new RequestFailed(null)));
    signal.addEventListener('abort', () => call.abort());
    call.send(file);
  });
}
