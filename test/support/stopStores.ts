export { stopStores as default } from './startStores';
