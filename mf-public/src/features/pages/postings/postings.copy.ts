export interface PolicyPart {
  id: string;
  title: string;
  paragraphs: readonly string[];
}

/** The policy on fraudulent postings. `docs/guides/postings.md` states the law that it follows, and that it is our reading. */
export const policy: readonly PolicyPart[] = [
  {
    id: 'what-a-posting-states',
    title: 'What every posting states',
    paragraphs: [
      'The pay for each hour, and in total for all its shifts.',
      'Whether there are shifts to fill now, or the customer collects applications for later.',
      'Whether artificial intelligence screens, assesses or selects applicants. Guard Portal itself uses none: people read every application.',
    ],
  },
  {
    id: 'what-we-do-not-allow',
    title: 'What we do not allow',
    paragraphs: [
      'Postings for work that does not exist, or with pay, hours or a place that are not true.',
      'Customers who ask a guard for a fee, a deposit, or a purchase of equipment from them.',
      'Questions for bank details or identity documents outside the portal.',
      'Postings that discriminate, or that ask for Canadian experience.',
    ],
  },
  {
    id: 'how-to-report',
    title: 'How to report a posting',
    paragraphs: [
      'Log in, open the job and choose “Report this job”. Give the reason, add details, and a picture if you have one. Without a connection your report waits on your phone.',
      'You have no account? Write to us on the page Contact Us, with the title of the job.',
      'The customer does not learn who reported a posting. A report never counts against you.',
    ],
  },
  {
    id: 'what-happens-next',
    title: 'What happens next',
    paragraphs: [
      'A member of our staff checks the posting, and asks the customer where needed.',
      'A posting that breaks these rules is removed. Guards who applied for it or work there get an alert.',
      'You get an alert with our decision. The job shows it, too.',
      'Are you in danger, or did you lose money? Call the police first. The Canadian Anti-Fraud Centre also takes reports.',
    ],
  },
];
