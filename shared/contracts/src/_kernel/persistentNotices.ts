import { array, type InferType, object } from 'yup';
import { ownPath } from './path';
import { string } from './text';

/** A persistent notice: every page shows it until its cause ends. */
export const persistentNoticeShape = object({
  /** Identifies the content: the id changes when the content changes. */
  id: string().required(),
  tone: string<'warning' | 'error'>().oneOf(['warning', 'error']).required(),
  text: string().required(),
  /** The path of the portal and the label of a link, if the guard can act on the notice. */
  to: string().required().matches(ownPath),
  label: string().required(),
});
export type PersistentNotice = InferType<typeof persistentNoticeShape>;

/** The current notices of each domain that can have some, including empty lists, so that a page knows which domains to follow. */
export const persistentNoticesShape = array(object({ domain: string().required(), notices: array(persistentNoticeShape).required() }));
export type DomainNotices = NonNullable<InferType<typeof persistentNoticesShape>>[number];
