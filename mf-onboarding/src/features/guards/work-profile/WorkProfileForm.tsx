import type { Guard } from '@portal/contracts/_kernel/guard';
import { limits } from '@portal/contracts/_kernel/limits';
import { commutes, vestSizes } from '@portal/contracts/guards/guards.rules';
import { plainPostalCode, type WorkProfileMode, workProfileRules } from '@portal/contracts/guards/guards.work-profile';
import { DraftNotice } from '@portal/forms/DraftNotice';
import { Form } from '@portal/forms/Form';
import { FormCard } from '@portal/forms/formLayout';
import { SubmitButton } from '@portal/forms/SubmitButton';
import { useDraft } from '@portal/forms/useDraft';
import { useRulesForm } from '@portal/forms/useRulesForm';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { QueryView } from '@portal/mf-kit/QueryView';
import { MultiSelect } from '@portal/ui/MultiSelect';
import { RadioGroup } from '@portal/ui/RadioGroup';
import { Skeleton } from '@portal/ui/Skeleton';
import { Slider } from '@portal/ui/Slider';
import { Status } from '@portal/ui/Status';
import { TextField } from '@portal/ui/TextField';
import { AddressField } from './AddressField';
import type { PickedAddress } from './addressSource';
import { placeQuestion } from './placeQuestion';
import styles from './WorkProfile.module.css';
import { useSaveWorkProfile, useSpecialities } from './work-profile.queries';

const optionsOf = (labels: Readonly<Record<number, string>>) => Object.entries(labels).map(([value, label]) => ({ value, label }));
const text = (value: string | number | null) => (value === null ? '' : String(value));

/** The guard as form values. */
const valuesOf = (guard: Guard) => ({
  isTravelTo: guard.isTravelTo ?? 0,
  isGoWith: text(guard.isGoWith),
  vestSize: text(guard.vestSize),
  fullAddress: text(guard.fullAddress),
  postalCode: plainPostalCode(text(guard.postalCode)),
  city: text(guard.city),
  state: text(guard.state),
  country: guard.country ?? 'Canada',
  lat: text(guard.lat),
  lng: text(guard.lng),
  workSpecialities: guard.workSpecialities.map(({ id }) => id),
});

/** Fields that a picked address fills. */
const pickedFields = ['fullAddress', 'postalCode', 'city', 'state'] as const;
/** Fields that the position belongs to. */
const positionFields = ['fullAddress', 'postalCode', 'city'] as const;

export function WorkProfileForm({ guard, mode }: { guard: Guard; mode: WorkProfileMode }) {
  const portal = usePortal();
  const { save, notSaved } = useSaveWorkProfile(guard, mode);
  const specialities = useSpecialities();
  const form = useRulesForm(workProfileRules, {
    defaults: valuesOf(guard),
    unsaved: 'your work profile',
    onSubmit: async (typed) => {
      const question = await placeQuestion(typed);
      if (question && !(await portal.confirm(question))) return { ok: false };
      const result = await save(typed, specialities.data);
      if (result.ok) await draft.clear();
      return result;
    },
  });
  const draft = useDraft(form, { guardId: guard.id, form: 'work-profile' });

  // A position belongs to the picked address. After later input the server finds the position.
  const clearPosition = () => {
    form.set('lat', '');
    form.set('lng', '');
  };
  const fill = ({ postalCode, ...picked }: PickedAddress) => {
    // A place with several postal areas has no code, and the code of another city would be wrong.
    const isElsewhere = picked.city !== form.watch('city');
    for (const [name, value] of Object.entries(picked)) form.set(name as keyof typeof picked, value);
    if (postalCode || isElsewhere) form.set('postalCode', plainPostalCode(postalCode)); // WORKPROFILE-25
  };
  const typedByHand = (field: ReturnType<typeof form.bind>) => ({
    ...field,
    onChange: async (event: Parameters<typeof field.onChange>[0]) => {
      await field.onChange(event);
      clearPosition();
    },
  });
  const submit: typeof form.submit = (event) => {
    // A password manager may fill a field without an event.
    const shown = new FormData(event?.currentTarget as HTMLFormElement);
    if (positionFields.some((name) => shown.get(name) !== form.watch(name))) clearPosition();
    return form.submit(event);
  };

  const travel = form.bindValue<number>('isTravelTo');
  const commute = form.bindValue('isGoWith');
  const vest = form.bindValue('vestSize');
  const address = form.bindValue('fullAddress');
  const postalCode = typedByHand(form.bind('postalCode'));
  const city = typedByHand(form.bind('city'));
  if (!draft.isReady) return <Skeleton shape="form" count={5} label="Loading your work profile" />;
  return (
    // A failure without a field is the quiet line at the button (WORKPROFILE-31).
    <Form form={{ ...form, submit, failure: null }}>
      <DraftNotice draft={draft} />
      <FormCard title="Getting there">
        <Slider
          label="How far are you willing to travel?"
          hint={`Up to ${limits.kilometres} km from your address`}
          min={0}
          max={limits.kilometres}
          unit="km"
          {...travel}
        />
        <RadioGroup label="How do you get to work?" inline options={optionsOf(commutes)} {...commute} />
      </FormCard>
      <FormCard title="Your vest">
        <RadioGroup label="Vest size" inline options={optionsOf(vestSizes)} {...vest} />
      </FormCard>
      <FormCard title="Where you live" lead="We measure distances to jobs from here.">
        <AddressField
          label="Address"
          hint="For example, 12 King St W, Oshawa"
          {...address}
          onChange={(typed) => {
            address.onChange(typed);
            clearPosition();
          }}
          typed={() => pickedFields.map((name) => form.watch(name)).join('\n')}
          onPick={fill}
        />
        <div className={styles.pair}>
          <TextField
            label="Postal code"
            autoComplete="postal-code"
            autoCapitalize="characters"
            {...postalCode}
            onBlur={(event) => {
              void postalCode.onBlur(event);
              form.set('postalCode', plainPostalCode(String(form.watch('postalCode') ?? '')));
            }}
          />
          <TextField label="City" autoComplete="address-level2" {...city} />
        </div>
        <TextField label="State (province)" autoComplete="address-level1" {...form.bind('state')} />
      </FormCard>
      <FormCard title="What you do">
        <QueryView
          query={specialities}
          failed="The specialities could not be loaded."
          detail="What you entered is kept."
          loading={{ shape: 'text', count: 3, label: 'Loading the specialities' }}
        >
          {(listed) => (
            <MultiSelect
              label="Specialities"
              hint="Choose at least one"
              options={listed.map(({ id, name }) => ({ value: id, label: name }))}
              {...form.bindValue<string[]>('workSpecialities')}
            />
          )}
        </QueryView>
      </FormCard>
      <div className={styles.send}>
        <SubmitButton form={form} wide>
          Save work profile
        </SubmitButton>
        <Status tone="danger">{notSaved}</Status>
      </div>
    </Form>
  );
}
