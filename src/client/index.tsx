import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { BrowserRouter, Link, Navigate } from 'react-router-dom';
import { type Surroundings, SurroundingsContext } from './app/hooks';
import { Shell } from './app/Shell';
import { createAppStore } from './app/store';
import { createServices } from './services';
import { readSettings } from './services/settings';
import './ui/index.css';

const settings = readSettings(document);
const services = createServices(process.env.API_ORIGIN ?? location.origin, settings.geocoderUrl);
const surroundings: Surroundings = {
  navigation: { Link, Navigate },
  settings,
  inviteCodes: services.inviteCodes,
};
const store = createAppStore({ services });

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');

createRoot(root).render(
  <StrictMode>
    <Provider store={store}>
      {/* React moves these to the head. In index.html the bundler would rename what they point at. */}
      <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
      <link rel="manifest" href="/manifest.webmanifest" />
      <SurroundingsContext value={surroundings}>
        <BrowserRouter>
          <Shell />
        </BrowserRouter>
      </SurroundingsContext>
    </Provider>
  </StrictMode>,
);
