import { array, type InferType, object } from 'yup';
import { ownPath } from './path';
import { string } from './text';

/** What a guard is told on every page until it is no longer so. */
export const standingNoticeShape = object({
  /** Names what it says: another one when that changes. */
  id: string().required(),
  tone: string<'warning' | 'error'>().oneOf(['warning', 'error']).required(),
  text: string().required(),
  /** Where something can be done about it: a path of the portal and its words. */
  to: string().required().matches(ownPath),
  label: string().required(),
});
export type StandingNotice = InferType<typeof standingNoticeShape>;

/** What each domain that has such notices says now, those with nothing to say included: whoever shows them knows whom to follow. */
export const standingShape = array(object({ domain: string().required(), notices: array(standingNoticeShape).required() }));
export type Standing = NonNullable<InferType<typeof standingShape>>[number];
