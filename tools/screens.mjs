import { setTimeout as pause } from 'node:timers/promises';

/**
 * The screens for visual comparisons before and after a redesign. `at` is an address, or a page with the selector of the link that leads to the
 * screen. `heading` is the text of its first heading, once the screen has its data. `who` is `guard` by default.
 */
export const screens = [
  { name: '00-home', who: 'visitor', at: '/', heading: /^Guard work in Ontario/ },
  { name: '01-my-profile', at: '/guard/myprofile/:id', heading: /^(?!My Profile$)./ },
  { name: '01-my-jobs', at: '/all-job', heading: /^All Jobs$/ },
  { name: '02-job-page', at: { page: '/search-job', link: 'main a[href^="/jobPage?"]' }, heading: /^(?!Job$)./ },
  { name: '03-job-detail', at: { page: '/all-job', link: 'main a[href^="/jobDetail?"]' }, heading: /^(?!Job Detail$)./ },
  { name: '04-search', at: '/search-job', heading: /^Search Jobs$/ },
  { name: '05-on-job', at: '/onJob', heading: /^On Job$/ },
  { name: '06-e-note', at: '/eNote', heading: /^E-Note$/ },
  { name: '07-settings', at: '/setting', heading: /^Settings$/ },
  { name: '07-settings-alerts', at: '/setting#alerts', heading: /^Alerts$/ },
  { name: '07-settings-connected', at: '/setting#connected', heading: /^Connected accounts$/ },
  { name: '07-settings-contact', at: '/setting#contact', heading: /^Phone and e-mail$/ },
  { name: '07-settings-password', at: '/setting#password', heading: /^Password and second factor$/ },
  { name: '07-settings-sessions', at: '/setting#sessions', heading: /^Where you are signed in$/ },
  { name: '07-settings-privacy', at: '/setting#privacy', heading: /^Privacy$/ },
  { name: '08-covers', at: '/covers', heading: /^Shifts to cover$/ },
  { name: '08-job-history', at: '/job-history', heading: /^Job History$/ },
  { name: '09-withdraw', at: '/withdraw', heading: /^My Earning$/ },
  { name: '10-notifications', at: '/notification', heading: /^Notification Alerts$/ },
  { name: '11-ticket-detail', at: { page: '/previousTicket', link: 'main a[href^="/ticketDetail/"]' }, heading: /^Ticket Detail$/ },
  { name: '12-documents', at: '/guard/documents', heading: /^My Documents$/ },
  { name: '12-add-documents', at: '/addDocs', heading: /^Add Documents$/ },
  { name: '12-edit-document', at: { page: '/guard/documents', link: 'main a[href^="/guard/documents/"]' }, heading: /^Update Document$/ },
  { name: '13-registration-review', at: '/review/:id', heading: /^Registration Review$/ },
  { name: '14-sector', who: 'visitor', at: '/our-speciality/concierge', heading: /^Concierge/ },
  { name: '14-services', who: 'visitor', at: '/services', heading: /^Security guards for/ },
  { name: '14-privacy-policy', who: 'visitor', at: '/privacy-policy', heading: /^Privacy Policy$/ },
  { name: '14-job-posting-policy', who: 'visitor', at: '/job-posting-policy', heading: /^Postings you can trust$/ },
  { name: '14-terms', who: 'visitor', at: '/terms-and-condition', heading: /^Terms and Conditions$/ },
  { name: '15-chats', at: '/chat', heading: /^Job Chats$/ },
];

/** Runs in the page: null once it shows the wanted screen with its data and without animations; otherwise the reason to wait. */
export function reasonToWait({ pathname, heading }) {
  if (location.pathname !== pathname) return `the address is ${location.pathname}`;
  const text = document.querySelector('main h1')?.textContent?.trim();
  if (!text || !new RegExp(heading).test(text)) return `the heading is ${text}`;
  const isLoading = [...document.querySelectorAll('[role="status"]')].some(({ textContent }) => /^(Loading|Checking)\b/.test(textContent));
  if (isLoading || document.querySelector('[aria-busy="true"]')) return 'something is loading';
  return document.getAnimations().every(({ playState }) => playState !== 'running') ? null : 'something is moving';
}

const LOOK_MS = 100;

/**
 * Takes a picture of the wanted screen only. Returns null, or the reason why there is no picture after `withinMs`. By default any heading is
 * accepted.
 */
export async function photograph(page, { path, heading = /./, file, withinMs }) {
  const wanted = { pathname: new URL(path, page.url()).pathname, heading: heading.source };
  const end = Date.now() + withinMs;
  // A redirect ends the evaluation in the previous page.
  const look = () => page.evaluate(reasonToWait, wanted).catch(({ message }) => message);
  for (let why = await look(); why !== null; why = await look()) {
    if (Date.now() > end) return `no picture: ${why}`;
    await pause(LOOK_MS);
  }
  await page.screenshot({ path: file, fullPage: true });
  return null;
}
