import { FieldPair, FormCard } from '@portal/forms/formLayout';
import { Button } from '@portal/ui/Button';
import { TextField } from '@portal/ui/TextField';
import { frenchWords, longText } from '../samples';

export default { component: FormCard };

export const Default = () => (
  <FormCard title="Your address" lead="Where we send letters." action={<Button small>Edit</Button>}>
    <FieldPair>
      <TextField label="City" defaultValue="Toronto" />
      <TextField label="Postal code" hint="As on your licence" defaultValue="M5J 1E6" />
    </FieldPair>
  </FormCard>
);

export const LongText = () => (
  <FormCard title={frenchWords} lead={longText} action={<Button small>{frenchWords}</Button>}>
    <FieldPair>
      <TextField label={frenchWords} error={longText} />
      <TextField label="City" />
    </FieldPair>
  </FormCard>
);
