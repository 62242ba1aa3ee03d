import './styles/page.css';
import './styles/sidebar.css';
import './styles/feed.css';
import './styles/rendered.css';
import './styles/code.css';
import './styles/compose.css';
import './styles/dialogs.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';

const root = document.getElementById('page');
if (root !== null) createRoot(root).render(<App />);
