import { pageIdOf } from '@portal/contracts/enquiries/enquiries.pages';
import { EnquiryPart } from './EnquiryPart';

/** The enquiry form of a sector page: its `pageId` is the route's type in upper case with dashes as spaces (PUBLIC-SECTOR-08). */
export function SectorEnquiryPart({ type }: { type: string }) {
  return (
    <EnquiryPart
      label="Ask for guards"
      pageId={pageIdOf(type)}
      question="What do you need?"
      hint="Where, when, how many guards, and anything they should know."
      submit="Send enquiry"
    />
  );
}
