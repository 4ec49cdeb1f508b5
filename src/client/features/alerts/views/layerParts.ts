/** What the layer above every page shows besides the banner of an SOS: one bundle, which `AlertLayer.tsx` loads after it. */
export { CallLayer } from '../calls/views/CallLayer';
export { AlertToast } from './AlertToast';
