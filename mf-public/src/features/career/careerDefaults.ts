export const careerDefaults = {
  name: '',
  email: '',
  phone: '',
  experience: '',
  speciality: '',
  details: '',
  file: null,
  consent: false,
  website: '',
};
