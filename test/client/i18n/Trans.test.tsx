import { render } from '@testing-library/react';
import { Trans } from '#client/i18n/Trans.tsx';

const html = (element: React.ReactElement) => render(element).container.innerHTML;

it('given tags, then their words are drawn by the elements of their names', () => {
  expect(
    html(
      <Trans
        message="<name>{who}</name> invites you to <family>{family}</family>."
        values={{ who: 'Ana', family: 'Home' }}
        tags={{ name: <strong />, family: <em /> }}
      />,
    ),
  ).toBe('<strong>Ana</strong> invites you to <em>Home</em>.');
});

it('given a name that looks like a tag, then it is shown as it is written', () => {
  const who = '</name><family>Eve</family>';
  expect(
    html(<Trans message="Call <name>{who}</name>" values={{ who }} tags={{ name: <b />, family: <i /> }} />),
  ).toBe('Call <b>&lt;/name&gt;&lt;family&gt;Eve&lt;/family&gt;</b>');
});
