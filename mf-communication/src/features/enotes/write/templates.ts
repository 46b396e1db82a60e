export interface Template {
  /** On its button. */
  name: string;
  title: string;
  description: string;
}

/** What is noted most often, so that it takes one thumb. */
export const templates: readonly Template[] = [
  {
    name: 'Patrol done',
    title: 'Patrol done',
    description: 'Patrol of the whole site. Doors, gates and lights were checked. Nothing unusual.',
  },
  { name: 'Door open', title: 'Door found open', description: 'A door was found open. I looked inside, closed and locked it. Door: ' },
  { name: 'Visitor', title: 'Visitor', description: 'A visitor came to the site. Name, company and whom they came to see: ' },
  { name: 'Delivery', title: 'Delivery', description: 'A delivery arrived. Company, plate and what was delivered: ' },
  { name: 'Alarm', title: 'Alarm went off', description: 'An alarm went off. I went there and checked. Where, and what I found: ' },
  {
    name: 'Person asked to leave',
    title: 'Person asked to leave',
    description: 'A person who may not be on the site was asked to leave, and left. Description: ',
  },
  { name: 'Handover', title: 'Handover', description: 'The site was handed over to the next guard. Keys and radio were given. Name: ' },
];

/** Whether both fields hold nothing of the guard's own: empty, or a template as it was filled in. */
export const isUntouched = (title: string, description: string): boolean =>
  (title.trim() === '' && description.trim() === '') ||
  templates.some((one) => one.title === title && one.description.trim() === description.trim());
