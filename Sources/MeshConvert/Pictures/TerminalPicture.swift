import MeshBytes
import MeshImages
import MeshModel
import MeshRender

/// How a terminal shows pictures.
public enum TerminalForm: String, Sendable, CaseIterable {
    /// Kitty's protocol for graphics: PNG files, as kitty, WezTerm, Ghostty and Konsole show.
    case kitty
    /// DEC's sixels, as foot, mlterm, xterm and mintty show.
    case sixel
    /// Half blocks in 24-bit colours: two pixels in a character.
    case blocks

    /// Chooses by what a terminal says of itself; nil: it says nothing that promises pictures.
    ///
    /// - Parameter environment: returns an environment variable that isn't empty.
    public init?(environment: (String) -> String?) {
        let term = environment("TERM")?.lowercased() ?? ""
        let program = environment("TERM_PROGRAM")?.lowercased() ?? ""
        // Programs that divide a terminal pass on colours, not pictures.
        let isDivided = environment("TMUX") != nil || term.hasPrefix("screen") || term.hasPrefix("tmux")
        if !isDivided {
            let isKitty = environment("KITTY_WINDOW_ID") != nil || environment("KONSOLE_VERSION") != nil
            if isKitty || term.contains("kitty") || term.contains("ghostty")
                || ["wezterm", "ghostty"].contains(program)
            {
                self = .kitty
                return
            }
            if ["sixel", "foot", "mlterm", "yaft"].contains(where: term.contains) || program == "mintty" {
                self = .sixel
                return
            }
        }
        let colors = environment("COLORTERM")?.lowercased() ?? ""
        guard colors == "truecolor" || colors == "24bit" || term.hasSuffix("-direct") else { return nil }
        self = .blocks
    }
}

extension Preview {
    /// The picture as a terminal shows it: bytes to write to it, with a line end.
    ///
    /// Pictures for ``TerminalForm/blocks`` are as many pixels wide as the terminal has columns, and twice as high as
    /// it has rows to spare.
    public func terminal(_ form: TerminalForm) throws(ConvertError) -> [UInt8] {
        switch form {
        case .kitty:
            let png = try Self.written("picture") { () throws(ImageError) in try picture.png() }
            return TerminalPicture.kitty(png)
        case .sixel: return TerminalPicture.sixels(picture)
        case .blocks: return TerminalPicture.blocks(picture)
        }
    }
}

/// Pictures as control sequences.
enum TerminalPicture {
    private static let escape = "\u{1B}"

    /// A PNG file in pieces of at most 4096 characters; the terminal is asked not to answer.
    static func kitty(_ png: [UInt8]) -> [UInt8] {
        let text = Base64.encoded(png)
        var output: [UInt8] = []
        for start in stride(from: 0, to: text.count, by: 4096) {
            let end = min(start + 4096, text.count)
            let isMore = end < text.count ? 1 : 0
            output += Array("\(escape)_G\(start == 0 ? "a=T,f=100,q=2," : "")m=\(isMore);".utf8)
            output += text[start..<end]
            output += Array("\(escape)\\".utf8)
        }
        return output + [0x0A]
    }

    /// Two rows of pixels in a row of half blocks.
    static func blocks(_ picture: RenderedPicture) -> [UInt8] {
        var output: [UInt8] = []
        func color(_ column: Int, _ row: Int) -> String? {
            guard row < picture.height else { return nil }
            let start = (row * picture.width + column) * 3
            return picture.pixels[start..<start + 3].map(String.init).joined(separator: ";")
        }
        for row in stride(from: 0, to: picture.height, by: 2) {
            for column in 0..<picture.width {
                if let above = color(column, row) { output += Array("\(escape)[38;2;\(above)m".utf8) }
                if let below = color(column, row + 1) { output += Array("\(escape)[48;2;\(below)m".utf8) }
                output += Array("▀".utf8)
            }
            output += Array("\(escape)[0m\n".utf8)
        }
        return output
    }

    // MARK: Sixels

    /// The steps of red, green and blue: 252 colours.
    private static let levels = (red: 6, green: 7, blue: 6)
    /// Bayer's 4 × 4 matrix, in 16ths.
    private static let thresholds = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

    /// Sixels in 252 colours, dithered.
    static func sixels(_ picture: RenderedPicture) -> [UInt8] {
        var text = "\(escape)Pq\"1;1;\(picture.width);\(picture.height)"
        let (reds, greens, blues) = levels
        for color in 0..<reds * greens * blues {
            let (red, green, blue) = (color / (greens * blues), color / blues % greens, color % blues)
            text += "#\(color);2;\(red * 100 / (reds - 1));\(green * 100 / (greens - 1));\(blue * 100 / (blues - 1))"
        }
        var output = Array(text.utf8)
        for top in stride(from: 0, to: picture.height, by: 6) {
            // The dots of each colour in this band of six rows.
            var dots: [Int: [UInt8]] = [:]
            for row in top..<min(top + 6, picture.height) {
                for column in 0..<picture.width {
                    let color = index(picture, column, row)
                    dots[color, default: [UInt8](repeating: 0, count: picture.width)][column] |= 1 << UInt8(row - top)
                }
            }
            for (color, columns) in dots.inKeyOrder {
                output += Array("#\(color)".utf8)
                append(columns, to: &output)
                output.append(UInt8(ascii: "$"))
            }
            output.append(UInt8(ascii: "-"))
        }
        return output + Array("\(escape)\\\n".utf8)
    }

    private static func index(_ picture: RenderedPicture, _ column: Int, _ row: Int) -> Int {
        let start = (row * picture.width + column) * 3
        let threshold = thresholds[row % 4 * 4 + column % 4] * 2 + 1
        func level(_ component: Int, _ count: Int) -> Int {
            // In 32nds of a step.
            let place = Int(picture.pixels[start + component]) * (count - 1) * 32 / 255
            return min((place + 32 - threshold) / 32, count - 1)
        }
        return (level(0, levels.red) * levels.green + level(1, levels.green)) * levels.blue + level(2, levels.blue)
    }

    /// Appends columns of dots; equal ones after each other are counted.
    private static func append(_ columns: [UInt8], to output: inout [UInt8]) {
        var start = 0
        while start < columns.count {
            var end = start + 1
            while end < columns.count, columns[end] == columns[start] { end += 1 }
            let character = 63 + columns[start]
            if end - start > 3 {
                output += Array("!\(end - start)".utf8) + [character]
            } else {
                output += [UInt8](repeating: character, count: end - start)
            }
            start = end
        }
    }
}
