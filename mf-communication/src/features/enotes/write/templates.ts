import { focusField } from '@portal/ui/focusField';

export interface NoteTemplate {
  /** The label of its button, and the title of the note. */
  name: string;
  /** Questions for the guard. A template contains no statement, because the guard has not made one. */
  questions: readonly string[];
}

export const templates: readonly NoteTemplate[] = [
  { name: 'Patrol', questions: ['Area', 'Doors, gates and lights', 'Anything unusual'] },
  { name: 'Door found open', questions: ['Which door', 'What I found', 'Locked again'] },
  { name: 'Visitor', questions: ['Name and company', 'Here to see', 'Time in and out'] },
  { name: 'Delivery', questions: ['Company and plate', 'What was delivered', 'Received by'] },
  { name: 'Alarm', questions: ['Where', 'Cause', 'Who was called'] },
  { name: 'Person asked to leave', questions: ['Reason', 'What they looked like', 'Did they leave'] },
  { name: 'Handover', questions: ['Next guard', 'Keys and radio', 'Still open'] },
];

export const textOf = ({ questions }: NoteTemplate): string => questions.map((question) => `${question}: `).join('\n');

const withoutTrailingSpaces = (text: string) => text.replace(/[^\S\n]+$/gm, '').trim();

/** True if a description is a template without an answer. */
export const isUnanswered = (description: string): boolean =>
  templates.some((template) => withoutTrailingSpaces(textOf(template)) === withoutTrailingSpaces(description));

/** True if both fields contain no text of the guard: they are empty, or an unanswered template. */
export const isUntouched = (title: string, description: string): boolean => {
  const isOwnTitle = title.trim() !== '' && !templates.some(({ name }) => name === title.trim());
  return !isOwnTitle && (description.trim() === '' || isUnanswered(description));
};

/** Puts the cursor after the first question of the description with this id. */
export function focusFirstAnswer(id: string): void {
  focusField(id);
  const area = document.getElementById(id);
  if (!(area instanceof HTMLTextAreaElement)) return;
  const end = area.value.indexOf('\n');
  area.setSelectionRange(end, end);
}
