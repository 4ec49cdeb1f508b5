/** A file of its own, so that its bundle has a name. */
export { startAuthentication, startRegistration } from '@simplewebauthn/browser';
