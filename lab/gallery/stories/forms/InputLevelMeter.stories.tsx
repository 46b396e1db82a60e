import { InputLevelMeter } from '../../../../shared/forms/src/recorder/InputLevelMeter';

export default { component: InputLevelMeter };

export const Silent = () => <InputLevelMeter stream={null} isHeard={false} />;
