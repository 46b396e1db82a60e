/**
 * The fifteen screens that pictures are compared of, before and after a redesign. `at` is an address, or a page with the selector of the link
 * that leads to the screen. `who` is `guard` unless given.
 */
export const screens = [
  { name: '00-home', who: 'visitor', at: '/' },
  { name: '01-my-profile', at: '/guard/myprofile/:id' },
  { name: '01-my-jobs', at: '/all-job' },
  { name: '02-job-page', at: { page: '/search-job', link: 'main a[href^="/jobPage?"]' } },
  { name: '03-job-detail', at: { page: '/all-job', link: 'main a[href^="/jobDetail?"]' } },
  { name: '04-search', at: '/search-job' },
  { name: '05-on-job', at: '/onJob' },
  { name: '06-e-note', at: '/eNote' },
  { name: '07-settings', at: '/setting' },
  { name: '08-job-history', at: '/job-history' },
  { name: '09-withdraw', at: '/withdraw' },
  { name: '10-notifications', at: '/notification' },
  { name: '11-ticket-detail', at: { page: '/previousTicket', link: 'main a[href^="/ticketDetail/"]' } },
  { name: '12-documents', at: '/guard/documents' },
  { name: '12-add-documents', at: '/addDocs' },
  { name: '13-registration-review', at: '/review/:id' },
  { name: '14-sector', who: 'visitor', at: '/our-speciality/concierge' },
  { name: '14-services', who: 'visitor', at: '/services' },
  { name: '14-privacy-policy', who: 'visitor', at: '/privacy-policy' },
  { name: '14-terms', who: 'visitor', at: '/terms-and-condition' },
  { name: '15-chats', at: '/chat' },
];
