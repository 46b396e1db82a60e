import type { Connection } from './rows';

const section = (title: string, ...paragraphs: string[]) => `<h2>${title}</h2>${paragraphs.map((text) => `<p>${text}</p>`).join('')}`;
const list = (...items: string[]) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;

const privacy = [
  section('What we collect', 'To find you work as a security guard we keep:'),
  list(
    'who you are: your name, date of birth, e-mail and mobile number;',
    'your guard licence, identity documents and past employers;',
    'where you are willing to work;',
    'your position when you record an arrival, press SOS or add a place to an e-note;',
    'your bank details, so we can pay you.',
  ),
  section(
    'Why',
    'We use it to check that you may work and to match you with jobs near you. We also use it to run shifts safely and to pay you.',
  ),
  section(
    'Who sees it',
    'The customer of a job that you were awarded sees your name and how customers rated you. Everyone in a chat can read what you write there. Our staff see what they need to check, plan and pay your work. Services that carry our mail, text messages and notifications handle them for us. We give it to anyone else only when the law requires it.',
  ),
  section('If you write to us', 'You need no account to send an enquiry, an application or your address for our news. Of these we keep:'),
  list(
    'an enquiry: your name, e-mail, phone and message, so that our staff can answer you;',
    'an application: these, your experience and speciality, and any file you add, so our staff can decide on it;',
    'the newsletter: your e-mail, so that we can write to you, and what you agreed to and when.',
  ),
  section(
    'How long we keep what you wrote',
    'Our staff read it. We use it for nothing else. We keep it until you ask us to delete it. News stops when you ask us to take your address off the list. We keep a note that you asked, so we do not write again.',
    'To have it deleted, write to us on <a href="/contact_us">Contact Us</a> from the same e-mail address.',
  ),
  section(
    'Your rights',
    'You may ask at any time to see, correct or delete what we hold: write to us on <a href="/contact_us">Contact Us</a>. Guards ask for a copy, or for their account to be deleted, in Settings under Privacy.',
  ),
].join('');

const terms = [
  section(
    'The portal',
    'The portal shows jobs that customers post. Applying for a job is an offer to work it; it becomes binding when you are awarded it.',
  ),
  section(
    'Your part',
    'You promise that what you tell us is true and that your licence is valid on every day you work. You also promise to:',
  ),
  list(
    'arrive on time and in the dress that the job asks for;',
    'ask for leave as early as you can;',
    'report every incident and injury;',
    'keep your password to yourself.',
  ),
  section('Pay', 'Pay follows the hourly rate of the job and the time worked within its schedule. It is credited when the shift ends.'),
  section('Ending', 'You may close your account at any time. We may suspend an account that breaks these terms.'),
].join('');

const guardAgreement = [
  section(
    'Independent contractor',
    'You work as an independent contractor. You choose the jobs that you apply for, and nothing here makes you an employee.',
  ),
  section(
    'Licence and conduct',
    'You hold a licence under the Private Security and Investigative Services Act. You follow its code of conduct on every shift.',
  ),
  section('Taxes', 'You are responsible for your own income tax and contributions.'),
  section('Confidentiality', 'What you learn about a customer and a site stays with you, also after the job.'),
].join('');

const questions: Readonly<Record<string, readonly (readonly [question: string, answer: string])[]>> = {
  'Getting started': [
    ['Who can register?', 'Anyone who has, or is about to get, a security guard licence in Ontario.'],
    [
      'How long does the approval take?',
      'Our team reads your licence and your documents. We send you an e-mail, a text message and an alert when you are approved.',
    ],
    ['Can I register without a licence?', 'Yes. You can continue as soon as your licence number is recorded.'],
  ],
  Jobs: [
    ['How do I apply for a job?', 'Open Search Jobs, choose a job and press Apply. We notify you when it is awarded.'],
    ['Can I take an application back?', 'Yes, as long as the job is not awarded. Open the job and press Cancel application.'],
    ['What if I cannot come?', 'Request leave in the job, as early as you can. We notify you when our team has decided.'],
  ],
  Pay: [
    ['When am I paid?', 'Your pay is credited when your shift ends. You can then request a withdrawal.'],
    ['Are breaks paid?', 'Yes, breaks are paid.'],
    ['Something is missing. What now?', 'Open My Earning and ask about the payment: the ticket is filled for you.'],
  ],
};

async function seedFaq(connection: Connection): Promise<void> {
  for (const [place, [title, answered]] of Object.entries(questions).entries()) {
    await connection.query('insert into faq_groups (position, title) values ($1, $2) on conflict (title) do nothing', [place, title]);
    for (const [position, [question, answer]] of answered.entries())
      await connection.query(
        `insert into faq_questions (group_id, position, question, answer) select id, $2, $3, $4 from faq_groups where title = $1
         on conflict (group_id, question) do nothing`,
        [title, position, question, answer],
      );
  }
}

const howItWorks = [
  {
    type: 1,
    question: 'How soon can guards be on site?',
    answer: 'Most jobs are staffed within 18 hours of being posted, banks within 6.',
  },
  { type: 1, question: 'May I ask for the same guards again?', answer: 'Yes. Name them when you post your next job.' },
  {
    type: 2,
    question: 'What do I need to begin?',
    answer: 'A valid Ontario security guard licence, an identity document and, so we can pay you, your bank details.',
  },
  {
    type: 2,
    question: 'Who decides which jobs I work?',
    answer: 'You do. You apply for the jobs that suit you.',
  },
];

const openings = [
  {
    title: 'Dispatcher, night desk',
    place: 'Oshawa, Ontario',
    hours: 'Full-time, 22:00 to 06:00',
    description:
      'You answer guards on shift, find replacements when someone is sick, and call for help when an SOS comes in. You have worked as a guard or a dispatcher before and stay calm on the phone.',
  },
  {
    title: 'Field supervisor, Greater Toronto Area',
    place: 'Toronto, Ontario',
    hours: 'Part-time, weekends',
    description:
      'You visit sites, welcome guards on their first shift and talk with customers about what they need. You hold a security guard licence of Ontario and drive your own car.',
  },
];

/** The texts and lists of the public pages of the demonstration. Existing ones are not changed. */
export async function seedPages(connection: Connection): Promise<void> {
  await seedFaq(connection);
  for (const [name, rows] of Object.entries({ 'how-it-works': howItWorks, openings }))
    await connection.query('insert into public_lists (name, rows) values ($1, $2) on conflict (name) do nothing', [
      name,
      JSON.stringify(rows),
    ]);
  for (const [type, description] of Object.entries({ privacy, terms, guardAgreement }))
    await connection.query('insert into static_pages (type, description) values ($1, $2) on conflict (type) do nothing', [
      type,
      description,
    ]);
}
