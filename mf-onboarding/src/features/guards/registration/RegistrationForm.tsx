import type { Guard } from '@portal/contracts/_kernel/guard';
import { registrationRules } from '@portal/contracts/guards/guards.registration';
import { DraftNotice } from '@portal/forms/DraftNotice';
import { LongForm, SaveBar } from '@portal/forms/LongForm';
import { type Draft, useDraft } from '@portal/forms/useDraft';
import { useRulesForm } from '@portal/forms/useRulesForm';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { Skeleton } from '@portal/ui/Skeleton';
import { useMemo, useState } from 'react';
import { DocumentsSection } from './DocumentsSection';
import { EmployersSection } from './EmployersSection';
import { LicenceSection } from './LicenceSection';
import { PersonalSection } from './PersonalSection';
import { pathAfterSave, useSaveRegistration, useSpecialities } from './registration.queries';
import { missingEntries, rowLabel, valuesOf } from './registrationValues';

export function RegistrationForm({ guard, isEdit }: { guard: Guard; isEdit: boolean }) {
  const portal = usePortal();
  const rules = useMemo(() => registrationRules(portal, isEdit ? guard : undefined), [portal, isEdit, guard]);
  const specialities = useSpecialities();
  const { save, saved, sending } = useSaveRegistration(guard.id, isEdit);
  const [isDone, setDone] = useState(false);
  const form = useRulesForm(rules, {
    defaults: valuesOf(guard),
    labels: rowLabel,
    unsaved: 'your registration',
    onSubmit: async (values) => {
      const result = await save(values);
      if (!result.ok) return result;
      // Runs even if the guard has left the form, because sent values are no draft any more.
      setDone(true);
      await draft.clear();
      portal.toast('success', result.message);
      await saved(values);
      portal.navigate(pathAfterSave(guard.id, isEdit), { replace: !isEdit });
      return result;
    },
  });
  const draft: Draft = useDraft(form, { guardId: guard.id, form: isEdit ? 'registration-edit' : 'registration' });

  if (!draft.isReady) return <Skeleton shape="form" count={6} label="Loading your registration" />;
  return (
    <LongForm form={form} aria-label="Registration">
      <DraftNotice draft={draft} />
      <PersonalSection form={form} guard={guard} isEdit={isEdit} />
      <LicenceSection form={form} />
      <DocumentsSection form={form} />
      <EmployersSection form={form} specialities={specialities} />
      <SaveBar
        form={form}
        label={isEdit ? 'Save changes' : 'Save and continue'}
        isDone={isDone}
        sending={sending}
        missing={() => missingEntries(form.values())}
      />
    </LongForm>
  );
}
