/** What few pages need of the browser: one bundle, because each one lengthens the list of the service worker. */
export { isCommon } from './commonPasswords';
export { toSquarePicture } from './squarePicture';
export { uploadFile } from './uploadFile';
