import { Icon } from './formIcons';

/** Icons for editing, apart from those that every page has. */

export function DeleteIcon() {
  return (
    <Icon>
      <path d="M4.5 6.5h15M9 6.5V5a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v1.5M6.5 6.5l.8 12a1.5 1.5 0 0 0 1.5 1.5h6.4a1.5 1.5 0 0 0 1.5-1.5l.8-12M10 10.5v5.5M14 10.5v5.5" />
    </Icon>
  );
}

export function SearchIcon() {
  return (
    <Icon>
      <circle cx="10.5" cy="10.5" r="6" />
      <path d="m15 15 5 5" />
    </Icon>
  );
}

export function EditIcon() {
  return (
    <Icon>
      <path d="m4.5 19.500.9-4L15.8 5.1a1.8 1.8 0 0 1 2.5 0l.6.6a1.8 1.8 0 0 1 0 2.5L8.5 18.6l-4 .9ZM14 7l3 3" />
    </Icon>
  );
}
