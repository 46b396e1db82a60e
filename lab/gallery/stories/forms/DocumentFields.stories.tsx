import { DocumentFields } from '@portal/forms/DocumentFields';
import { DateField } from '@portal/ui/DateField';
import { longText, noop, pictureFile } from '../samples';

export default { component: DocumentFields };

const file = { id: 'file', name: 'file', onChange: noop };
const text = (id: string, value: string, error?: string) => ({ id, name: id, value, error, onChange: noop });
const passport = { what: 'Identification', type: text('type', 'Canadian passport'), number: text('number', 'AB123456') };
const chosen = pictureFile('passport.png');

export const Default = () => <DocumentFields {...passport} file={{ ...file, value: chosen }} />;

export const Empty = () => (
  <DocumentFields what="Identification" type={text('type', '')} number={text('number', '')} file={{ ...file, value: null }}>
    <DateField label="Expiry date" value="" onChange={noop} />
  </DocumentFields>
);

export const Stored = () => <DocumentFields {...passport} file={{ ...file, value: 'stored.jpg', storedName: 'passport.jpg' }} />;

export const Invalid = () => (
  <DocumentFields
    what="Identification"
    type={text('type', '', 'Identification type is required.')}
    number={text('number', longText, longText)}
    file={{ ...file, value: null, error: 'Identification file is required.' }}
  />
);
