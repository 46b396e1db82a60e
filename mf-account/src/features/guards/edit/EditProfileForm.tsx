import type { Guard } from '@portal/contracts/_kernel/guard';
import { contactProblems, editProfileRules } from '@portal/contracts/guards/guards.edit-profile';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { DraftNotice } from '@portal/forms/DraftNotice';
import { FormCard } from '@portal/forms/formLayout';
import { LongForm, SaveBar } from '@portal/forms/LongForm';
import { LicenceFields, NameFields, PhotoField, ShownContacts } from '@portal/forms/PersonFields';
import { useDraft } from '@portal/forms/useDraft';
import { useRulesForm } from '@portal/forms/useRulesForm';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { Skeleton } from '@portal/ui/Skeleton';
import { useEffect, useMemo, useState } from 'react';
import { useSaveProfile } from '../guards.queries';
import { missingFields, valuesOf } from './editProfileValues';

export function EditProfileForm({ guard }: { guard: Guard }) {
  const portal = usePortal();
  const rules = useMemo(() => editProfileRules(portal, valuesOf(guard)), [portal, guard]);
  const { save, saved, sending } = useSaveProfile(guard);
  const [isDone, setDone] = useState(false);
  const form = useRulesForm(rules, {
    defaults: valuesOf(guard),
    unsaved: 'your profile',
    onSubmit: async (values) => {
      const result = await save(values);
      if (!result.ok) return result;
      // Runs even if the guard has left the form, because sent values are no draft any more.
      setDone(true);
      await draft.clear();
      portal.toast('success', result.message);
      await saved(values);
      portal.navigate(guardsPaths.myProfile({ id: guard.id }), { replace: true });
      return result;
    },
  });
  const draft = useDraft(form, { guardId: guard.id, form: 'edit-profile' });

  // biome-ignore lint/correctness/useExhaustiveDependencies: when the guard was read, and when the guard changed elsewhere
  useEffect(() => {
    if (draft.isReady && !isDone) form.updateDefaults(valuesOf(guard));
  }, [guard, draft.isReady]);

  if (!draft.isReady) return <Skeleton shape="form" count={6} label="Loading your profile" />;
  return (
    <LongForm form={form} aria-label="Edit Profile">
      <DraftNotice draft={draft} />
      <FormCard title="About you" lead="As shown on your documents.">
        <PhotoField form={form} />
        <NameFields form={form} />
      </FormCard>
      <ContactCard guard={guard} />
      <FormCard title="Security licence" lead="As shown on the card.">
        <LicenceFields form={form} />
      </FormCard>
      <SaveBar form={form} label="Save changes" isDone={isDone} sending={sending} missing={() => missingFields(form.values())} />
    </LongForm>
  );
}

/** Read-only contacts, sent unchanged: a problem with a contact does not prevent a save (EDITPROFILE-29). */
function ContactCard({ guard: { email, mobileNumber } }: { guard: Guard }) {
  const problems = contactProblems({ email, mobileNumber });
  return (
    <FormCard title="How we reach you">
      <ShownContacts email={email} mobileNumber={mobileNumber} problems={problems} />
    </FormCard>
  );
}
