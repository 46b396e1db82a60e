import { HONEYPOT } from '@portal/contracts/_kernel/honeypot';

export const careerDefaults = {
  name: '',
  email: '',
  phone: '',
  experience: '',
  speciality: '',
  details: '',
  file: null,
  [HONEYPOT]: '',
};
