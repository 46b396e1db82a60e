import { faq, staticPage } from '@portal/contracts/pages/pages.endpoints';
import { fakePortal } from '@portal/testing/fakePortal';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { act, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { lifecycles } from './lifecycles';
import { ModuleRoot } from './ModuleRoot';
import { usePostResult } from './PageInputContext';
import type { PageInput, PostResult } from './pageInput';
import type { RemoteProps } from './remote';
import { Link } from './router';
import { defineRoutes } from './routes';
import { useQuery } from './useQuery';

const groups = (question: string) => [{ title: 'Work', questionAnswers: [{ question, answer: 'Yes.' }] }];
const page: PageInput = {
  content: { '/faq/home/list': groups('Served?'), '/static/pages/terms': { type: 'terms', description: 'Terms' } },
  posted: { form: 'pages.ask', ok: true, message: 'Thank you.', errors: {}, values: {} },
};

function Questions() {
  const { data, isLoading } = useQuery(faq, {});
  return (
    <>
      <h1>{isLoading ? 'Loading' : data[0]?.questionAnswers[0]?.question}</h1>
      <p>{usePostResult('pages.ask')?.message}</p>
      <p>{usePostResult('pages.other')?.message ?? 'Not this form'}</p>
      <Link to="/terms">Terms</Link>
    </>
  );
}
const Terms = () => <Link to="/faq">Back</Link>;
const Screens = defineRoutes({ '/faq': Questions, '/terms': Terms });
const remote = lifecycles(Screens);

/** Puts the page into the document as the portal host serves it. */
function serve(path: string): HTMLElement {
  const At = ({ children }: { children: React.ReactNode }) => <StaticRouter location="/faq">{children}</StaticRouter>;
  const html = renderToString(<ModuleRoot portal={fakePortal(null)} router={At} Screens={Screens} input={page} />);
  document.body.innerHTML = `<div id="served">${html}</div><script type="application/json" id="page" data-path="${path}"></script>`;
  for (const script of document.querySelectorAll('script')) script.textContent = JSON.stringify(page);
  return document.querySelector('#served') as HTMLElement;
}

async function mount(domElement: HTMLElement): Promise<RemoteProps> {
  window.history.replaceState(null, '', '/faq');
  const crashed = (error: Error) => {
    throw error;
  };
  const props: RemoteProps = { name: `mf#${Math.random()}`, domElement, hydrate: true, portal: fakePortal(null), onCrash: crashed };
  await remote.bootstrap(props);
  await through(() => remote.mount(props));
  return props;
}

/** act() delays rendering until it ends, and a lifecycle ends only after it rendered. */
async function through(lifecycle: () => Promise<unknown>) {
  let done: Promise<unknown> | null = null;
  await act(async () => {
    done = lifecycle();
  });
  await done;
}

it('hydrates rendered content unchanged, and requests it only when the guard returns to the page', async () => {
  const asked = mockEndpoint(faq, groups('Newer?'));
  const served = serve('/faq');
  const heading = screen.getByRole('heading', { name: 'Served?' });
  const props = await mount(served);
  expect(heading).toBeVisible();
  expect(screen.getByText('Thank you.')).toBeVisible();
  expect(screen.getByText('Not this form')).toBeVisible();
  expect(asked.calls).toHaveLength(0);
  act(() => props.portal.navigate('/terms'));
  act(() => screen.getByText('Back').click());
  expect(await screen.findByRole('heading', { name: 'Newer?' })).toBeVisible();
  expect(screen.queryByText('Thank you.')).not.toBeInTheDocument();
  expect(asked.calls).toHaveLength(1);
  await through(() => remote.unmount(props));
  expect(document.querySelector('script#page')).toBeNull();
});

it('ignores content that was served for another address', async () => {
  mockEndpoint(faq, groups('Newer?'));
  serve('/terms');
  const fresh = document.body.appendChild(document.createElement('div'));
  window.history.replaceState(null, '', '/faq');
  const props: RemoteProps = { name: 'mf#other', domElement: fresh, hydrate: false, portal: fakePortal(null), onCrash: () => undefined };
  await remote.bootstrap(props);
  await through(() => remote.mount(props));
  expect(await screen.findByRole('heading', { name: 'Newer?' })).toBeVisible();
  expect(document.querySelector('script#page')).not.toBeNull();
  await through(() => remote.unmount(props));
});

it('finds the content of a call by its path with its parameters', () => {
  const Read = () => <h1>{useQuery(staticPage, { type: 'terms' }).data.description}</h1>;
  renderScreen(<Read />, { guard: null, page, served: true });
  expect(screen.getByRole('heading', { name: 'Terms' })).toBeVisible();
});

it('returns a post result only to its own form', () => {
  const posted: PostResult = { form: 'a.b', ok: false, message: 'No.', errors: {}, values: {} };
  const Says = () => <p>{`${usePostResult('a.b')?.message} ${usePostResult('a.c')?.message}`}</p>;
  renderScreen(<Says />, { guard: null, page: { posted } });
  expect(screen.getByText('No. undefined')).toBeVisible();
});
